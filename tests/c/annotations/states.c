// Predicates of one and of several states, with and without labels.
/*@ predicate zero_below{L}(int *a, integer n) = \forall integer k; 0 <= k < n ==> a[k] == 0;
    predicate kept{K, L}(int *a, integer from, integer to) =
      \forall integer k; from <= k < to ==> \at(a[k], K) == \at(a[k], L); */

/*@ requires 0 <= n && \valid(a + (0 .. n));
  @ requires zero_below(a, n);
  @ assigns a[n];
  @ ensures zero_below{Here}(a, n + 1);
  @ ensures kept{Pre, Post}(a, 0, n) && zero_below{Pre}(a, n);
  @*/
void clear_next(int *a, int n)
{
  a[n] = 0;
  //@ assert kept{Pre, Here}(a, 0, n);
}
