// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid(b+(0..n-1)) && \separated(a+(0..n-1),b+(0..n-1));
  assigns b[0..n-1];
  ensures 0 <= \result && \result <= n;
  ensures \forall integer j; 0 <= j && j < \result ==> \exists integer k; 0 <= k && k < n && b[j] == a[k]; */
int keep_above(const int *a,int n,int *b,int t){
  int m=0;
  for(int i=0;i<n;i++){
    if(a[i]>t){ b[m]=a[i]; m++; }
  }
  return m;
}
