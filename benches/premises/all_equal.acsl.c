// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures (\forall integer k; 0 <= k && k < n ==> a[k] == a[0]) ==> \result == 1; */
int runs(const int *a, int n){
  int r=1;
  for(int i=1;i<n;i++) if(a[i]!=a[i-1]) r++;
  return r;
}
