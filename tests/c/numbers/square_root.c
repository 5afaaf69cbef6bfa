// The integer part of a square root, by counting.
/*@ requires 0 <= x <= 1000000;
  @ assigns \nothing;
  @ ensures 0 <= \result && \result * \result <= x < (\result + 1) * (\result + 1);
  @*/
int square_root(int x)
{
  int root = 0;
  int next = 1;
  /*@ loop invariant 0 <= root <= x && root * root <= x && next == (root + 1) * (root + 1);
    @ loop assigns root, next;
    @ loop variant x - root;
    @*/
  while (next <= x) {
    root++;
    next += 2 * root + 1;
  }
  return root;
}
