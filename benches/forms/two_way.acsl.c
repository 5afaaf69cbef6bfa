// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid(b+(0..n-1)) && \separated(a+(0..n-1),b+(0..n-1));
  assigns b[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> b[k] == a[n-1-k]; */
void two_way(int *a,int *b,int n){
  for(int i=0;i<n;i++) b[i]=a[n-1-i];
}
