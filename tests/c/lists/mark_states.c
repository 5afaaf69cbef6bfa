// BMMR01 §6.2: `mark` leaves h->next as it was, but the paper's seven predicates do not show it. Here are two states at the head of the
// second loop that they do not tell apart. The first is on a run of `mark`; from the second, h->next is another cell in the end.
struct node {
  int mark;
  struct node *next;
};

static struct node *this, *prev;

static void forth(struct node *list)
{
  struct node *tmp;
  prev = 0;
  this = list;
  while (this != 0) {
    if (this->mark == 1)
      break;
    this->mark = 1;
    tmp = prev;
    prev = this;
    this = this->next;
    prev->next = tmp;
  }
}

static void back(void)
{
  struct node *tmp;
  tmp = this;
  this = prev;
  prev = prev->next;
  this->next = tmp;
}

static int seven(struct node *h, struct node *hnext)
{
  return (h == 0) + 2 * (prev == h) + 4 * (this == h) + 8 * (this->next == hnext) + 16 * (prev == this)
         + 32 * (h->next == hnext) + 64 * (hnext->next == h);
}

int main(void)
{
  struct node a, b, c;
  int one, other;
  a.mark = 0;
  b.mark = 0;
  a.next = &b;
  b.next = 0;
  c.next = 0;
  // A list of two cells; h is the first one.
  forth(&a);
  back();
  one = seven(&a, &b);
  while (prev != 0)
    back();
  //@ assert a.next == &b;

  // The same, but what comes after h is a cell that is not in the list.
  a.next = 0;
  b.next = 0;
  prev = &a;
  this = &c;
  other = seven(&a, &b);
  while (prev != 0)
    back();
  //@ assert one == other;
  //@ assert a.next != &b;
  return 0;
}
