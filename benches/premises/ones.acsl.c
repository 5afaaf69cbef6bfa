// expect: proved
/*@ requires 0 <= n && n <= 1000 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures (\forall integer k; 0 <= k && k < n ==> a[k] == 0 || a[k] == 1) ==> 0 <= \result && \result <= n; */
int ones(const int *a, int n){
  int s=0, i=0;
  while(i<n){ s=s+a[i]; i=i+1; }
  return s;
}
