// expect: refuted
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid(b+(0..n-1)) && \separated(a+(0..n-1),b+(0..n-1));
  assigns b[0..n-1];
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < \result ==> b[k] >= lim; */
int copy_if(int *a,int *b,int n,int lim){
  int m=0;
  for(int i=0;i<n;i++){ b[m]=a[i]; if(i==n-1 || a[i]>=lim) m++; }
  return m;
}
