// With the zero at the end.
/*@ requires 0 < n;
  @ requires \valid_read(from + (0 .. n-1)) && \valid(to + (0 .. n-1));
  @ requires \separated(from + (0 .. n-1), to + (0 .. n-1));
  @ requires \exists integer k; 0 <= k < n && from[k] == 0;
  @ assigns to[0 .. n-1];
  @ ensures \exists integer k; 0 <= k < n && from[k] == 0 && (\forall integer j; 0 <= j <= k ==> to[j] == from[j]);
  @*/
void copy_string(const char *from, char *to, int n)
{
  int i = 0;
  /*@ loop invariant 0 <= i < n;
    @ loop invariant \forall integer j; 0 <= j < i ==> from[j] != 0 && to[j] == from[j];
    @ loop assigns i, to[0 .. n-1];
    @*/
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
}
