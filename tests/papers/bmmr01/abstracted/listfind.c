// Looks for a value in a list, and remembers the cell before it.
struct cell {
  int val;
  struct cell *next;
};

struct cell *listfind(struct cell *list, int v)
{
  struct cell *curr, *prev, *found;
  curr = list;
  prev = 0;
  found = 0;
  while (curr != 0) {
    if (curr->val == v) {
      found = curr;
      goto done;
    }
    prev = curr;
    curr = curr->next;
  }
done:
  return found;
}
