// expect: refuted
/*@ requires n >= 1 && \valid_read(a+(0..n-1)) && \valid(b+(0..n-1)) && \separated(a+(0..n-1),b+(0..n-1));
  assigns b[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> a[k] <= b[k];
  ensures \forall integer x, y; 0 <= x && x <= y && y < n ==> b[x] <= b[y]; */
void prefix_max(int *a,int *b,int n){
  b[0]=a[0];
  for(int i=1;i<n;i++){ b[i]=b[i-1]; if(a[i-1]>b[i-1]) b[i]=a[i-1]; }
}
