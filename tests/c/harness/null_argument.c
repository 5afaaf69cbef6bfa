// Nobody says that there is a second node.
struct node {
  int value;
  struct node *next;
};

//@ requires \valid(list);
int second(struct node *list)
{
  struct node *next = list->next;
  if (list->value != 7)
    return 0;
  if (next == 0)
    return next->value; //~ refuted null
  return 1;
}
