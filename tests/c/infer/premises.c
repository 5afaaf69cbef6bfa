// Claims under a condition about all elements: behaviors that assume one, and postconditions with such a premise.

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    behavior some:
      assumes \exists integer k; 0 <= k < n && a[k] == wanted;
      ensures 0 <= \result < n && a[\result] == wanted;
    behavior none:
      assumes \forall integer k; 0 <= k < n ==> a[k] != wanted;
      ensures \result == n;
    complete behaviors; */
int position(const int *a, int n, int wanted)
{
  int i = 0;
  while (i < n && a[i] != wanted)
    i++;
  return i;
}

/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures (\forall integer k; 0 <= k < n ==> a[k] >= 0) ==> \result >= 0; */
long total(const int *a, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures (\forall integer k; 0 <= k < n ==> \old(a[k]) <= most) ==>
      \result == 0 && (\forall integer k; 0 <= k < n ==> a[k] == \old(a[k])); */
int cap(int *a, int n, int most)
{
  int changed = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > most) {
      a[i] = most;
      changed = 1;
    }
  return changed;
}

/*@ requires n >= 1 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures (\forall integer i; \forall integer j; 0 <= i < j < n ==> a[i] <= a[j]) ==> \result == a[n - 1]; */
int greatest(const int *a, int n)
{
  int best = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > best)
      best = a[i];
  return best;
}
