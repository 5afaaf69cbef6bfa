// A result tells that some element differs from the first one: the place that counts is the one the loop was at.
/*@ requires n >= 1 && \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \result == 0 || \result == 1;
  @ ensures \result == 1 ==> (\exists integer k; 0 <= k < n && a[k] < a[0]);
  @ ensures \result == 0 ==> (\forall integer k; 0 <= k < n ==> a[k] >= a[0]);
  @*/
int below_the_first(const int *a, int n)
{
    int below = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < a[0])
            below = 1;
    return below;
}
