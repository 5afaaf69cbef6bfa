// expect: proved
/*@ requires 0 <= n && n <= 100000 && -1000 <= c && c <= 1000 && \valid_read(a+(0..n-1));
  requires \forall integer k; 0 <= k && k < n ==> a[k] == c;
  assigns \nothing;
  ensures \result == n*c; */
int sum_const(const int *a,int n,int c){
  int s=0;
  for(int i=0;i<n;i++) s+=a[i];
  (void)c;
  return s;
}
