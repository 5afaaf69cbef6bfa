// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid_read(a+(0..3*n-1)) && \valid(b+(0..n-1)) && \separated(a+(0..3*n-1),b+(0..n-1));
  assigns b[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> b[k] == a[3*k]; */
void copy_third(const int *a,int *b,int n){
  int j=0;
  for(int i=0;i<n;i++){ b[i]=a[j]; j+=3; }
}
