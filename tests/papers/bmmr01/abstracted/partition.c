// BMMR01 Figure 1: takes the cells above a value out of a list. At L, prev and curr are different cells.
typedef struct cell {
  int val;
  struct cell *next;
} *list;

list partition(list *l, int v)
{
  list curr, prev, newl, nextcurr;
  curr = *l;
  prev = 0;
  newl = 0;
  while (curr != 0) {
    nextcurr = curr->next;
    if (curr->val > v) {
      if (prev != 0) {
        prev->next = nextcurr;
      }
      if (curr == *l) {
        *l = nextcurr;
      }
      curr->next = newl;
    L:
      newl = curr;
    } else {
      prev = curr;
    }
    curr = nextcurr;
  }
  return newl;
}
