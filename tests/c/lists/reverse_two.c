// A list of two nodes, turned around.
struct node {
  int value;
  struct node *next;
};

/*@ requires \valid(list) && \valid(list->next) && list->next != list;
  @ requires list->next->next == \null;
  @ assigns list->next, list->next->next;
  @ ensures \result == \old(list->next) && \result->next == list && list->next == \null;
  @*/
struct node *reverse_two(struct node *list)
{
  struct node *second = list->next;
  second->next = list;
  list->next = (void *)0;
  return second;
}
