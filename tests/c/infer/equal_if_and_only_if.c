// What a result means, both ways.
/*@ requires n >= 0 && \valid_read(p + (0 .. n-1)) && \valid_read(q + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \result == 1 <==> (\forall integer k; 0 <= k < n ==> p[k] <= q[k]);
  @*/
int nowhere_above(const int *p, const int *q, int n)
{
    for (int at = 0; at < n; at++)
        if (p[at] > q[at])
            return 0;
    return 1;
}
