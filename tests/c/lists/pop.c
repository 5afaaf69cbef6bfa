// The rest of a list, and its first value through a pointer.
struct node {
  int value;
  struct node *next;
};

/*@ requires list != \null ==> \valid(list);
  @ requires \valid(value);
  @ requires list != \null ==> \separated(value, list);
  @ assigns *value;
  @ behavior empty:
  @   assumes list == \null;
  @   assigns \nothing;
  @   ensures \result == \null;
  @ behavior nonempty:
  @   assumes list != \null;
  @   ensures \result == list->next && *value == list->value;
  @ complete behaviors empty, nonempty;
  @ disjoint behaviors empty, nonempty;
  @*/
struct node *pop(struct node *list, int *value)
{
  if (!list)
    return (void *)0;
  *value = list->value;
  return list->next;
}
