// Links the node to itself.
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(node);
  @ assigns node->value, node->next;
  @ ensures node->next == \old(list); //~ refuted ensures
  @*/
struct node *push(struct node *list, struct node *node, int value)
{
  list = node;
  node->value = value;
  node->next = list;
  return list;
}
