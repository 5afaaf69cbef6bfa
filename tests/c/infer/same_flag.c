// A flag says what all the elements so far have in common; whoever reads it later relies on that.

/*@ requires n >= 0 && \valid_read(a + (0 .. n-1)) && \valid_read(b + (0 .. n-1)); */
void compare(const int *a, const int *b, int n)
{
  int same = 1;
  for (int i = 0; i < n; i++) {
    if (a[i] != b[i])
      same = 0;
  }
  if (same) {
    for (int k = 0; k < n; k++)
      /*@ assert a[k] == b[k]; */;
  }
}
