// Without the test for the empty list.
struct node {
  int value;
  struct node *next;
};

/*@ requires list != \null ==> \valid(list);
  @ requires \valid(value);
  @ assigns *value;
  @*/
struct node *pop(struct node *list, int *value)
{
  *value = list->value; //~ refuted null
  return list->next;
}
