// Premises that say too little, or that what is claimed contradicts.

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    behavior none:
      assumes \forall integer k; 1 <= k < n ==> a[k] != wanted;
      ensures \result == n; */ //~ refuted ensures
int position(const int *a, int n, int wanted)
{
  int i = 0;
  while (i < n && a[i] != wanted)
    i++;
  return i;
}

/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures (\forall integer k; 0 <= k < n ==> a[k] >= 0) ==> \result > 0; */ //~ refuted ensures
long total(const int *a, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}
