// One step too many.
struct node {
  int value;
  struct node *next;
};

/*@ assigns \nothing; */
int sum_of_two(void)
{
  struct node second = {2, (void *)0};
  struct node first = {1, &second};
  struct node *p = &first;
  int sum = p->value;
  p = p->next;
  sum += p->value;
  p = p->next;
  sum += p->value; //~ refuted null
  return sum;
}
