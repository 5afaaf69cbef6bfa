// expect: refuted
/*@ requires n >= 1 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures 0 <= \result && \result < n;
  ensures \forall integer k; 0 <= k && k < n ==> a[\result] <= a[k]; */
int min_index(int *a,int n){
  int m=0;
  for(int i=1;i<n;i++) if(a[i]<a[0]) m=i;
  return m;
}
