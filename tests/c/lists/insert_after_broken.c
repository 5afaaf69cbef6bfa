// In the wrong order: the rest of the list is lost.
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(place) && \valid(node) && place != node;
  @ assigns place->next, node->next;
  @ ensures node->next == \old(place->next); //~ refuted ensures
  @*/
void insert_after(struct node *place, struct node *node)
{
  place->next = node;
  node->next = place->next;
}
