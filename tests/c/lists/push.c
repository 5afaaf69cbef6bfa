// A new first node.
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(node);
  @ assigns node->value, node->next;
  @ ensures \result == node;
  @ ensures node->value == value && node->next == list;
  @*/
struct node *push(struct node *list, struct node *node, int value)
{
  node->value = value;
  node->next = list;
  return node;
}
