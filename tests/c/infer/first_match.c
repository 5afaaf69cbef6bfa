// A loop that only reads finds out about the elements that it passed.

/*@ requires n >= 0 && \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures 0 <= \result <= n;
  @ ensures \forall int x; 0 <= x && x < \result ==> a[x] != wanted;
  @*/
int first_match(const int *a, int n, int wanted)
{
  int i = 0;
  while (i < n && a[i] != wanted)
    i++;
  for (int k = 0; k < i; k++)
    /*@ assert a[k] != wanted; */;
  return i;
}
