// FQ02 §2: the first postcondition of find, from the three predicates that it takes.
/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
  @ requires \separated(a + (0 .. n-1), b + (0 .. n-1));
  @ assigns b[0 .. n-1];
  @ ensures \result == n || b[\result] != 0;
  @*/
int find(const int *a, int *b, int n)
{
  int spot = n;
  int i = 0;
  /*@ loop predicate spot == n, b[spot] != 0, spot < i; */
  while (i < n) {
    if (spot == n && a[i] != 0)
      spot = i;
    b[i] = (a[i] != 0);
    i++;
  }
  return spot;
}
