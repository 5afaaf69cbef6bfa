// Between two nodes.
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(place) && \valid(node) && place != node;
  @ assigns place->next, node->next;
  @ ensures place->next == node && node->next == \old(place->next);
  @ ensures place->value == \old(place->value);
  @*/
void insert_after(struct node *place, struct node *node)
{
  node->next = place->next;
  place->next = node;
}
