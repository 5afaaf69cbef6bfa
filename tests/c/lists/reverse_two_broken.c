// Unlinks before it links.
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(list) && \valid(list->next) && list->next != list;
  @ assigns list->next, list->next->next;
  @*/
struct node *reverse_two(struct node *list)
{
  list->next = (void *)0;
  list->next->next = list; //~ refuted null
  return list;
}
