// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures (\forall integer k; 0 < k && k < n ==> a[k-1] <= a[k]) ==> \result == 1;
  ensures \result == 1 ==> (\forall integer k; 0 < k && k < n ==> a[k-1] <= a[k]); */
int sorted(const int *a, int n){
  int ok=1;
  for(int i=1;i<n;i++) if(a[i]<a[i-1]) ok=0;
  return ok;
}
