// expect: proved
/*@ requires 0 <= n && n <= 1000 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures (\forall integer k; 0 <= k && k < n ==> a[k] >= 0) ==> \result >= 0; */
long sum(const short *a, int n){
  long s=0;
  for(int i=0;i<n;i++) s+=a[i];
  return s;
}
