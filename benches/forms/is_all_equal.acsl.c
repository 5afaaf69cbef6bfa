// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures \result == 0 || \result == 1;
  ensures \result == 1 ==> (\forall integer k; 0 <= k && k < n ==> a[k] == a[0]);
  ensures \result == 0 ==> (\exists integer k; 0 <= k && k < n && a[k] != a[0]); */
int is_all_equal(int *a,int n){
  int same=1;
  for(int i=1;i<n;i++) if(a[i]!=a[0]) same=0;
  return same;
}
