// Three nodes of a function, linked and walked through.
struct node {
  int value;
  struct node *next;
};

/*@ assigns \nothing;
  @ ensures \result == 6;
  @*/
int sum_of_three(void)
{
  struct node third = {3, (void *)0};
  struct node second = {2, &third};
  struct node first = {1, &second};
  struct node *p = &first;
  int sum = p->value;
  p = p->next;
  sum += p->value;
  p = p->next;
  sum += p->value;
  //@ assert p->next == \null;
  return sum;
}
