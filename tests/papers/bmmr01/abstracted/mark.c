// BMMR01 Figure 3: marks a list while reversing its pointers, then puts them back. h is any cell, hnext what came after it.
struct node {
  int mark;
  struct node *next;
};

void mark(struct node *list, struct node *h)
{
  struct node *this, *tmp, *prev, *hnext;
  if (h == 0)
    return;
  hnext = h->next;
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
  while (prev != 0) {
    tmp = this;
    this = prev;
    prev = prev->next;
    this->next = tmp;
  }
end:
  return;
}
