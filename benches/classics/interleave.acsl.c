// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid_read(a+(0..n-1)) && \valid_read(b+(0..n-1)) && \valid(c+(0..2*n-1));
  requires \separated(a+(0..n-1),c+(0..2*n-1)) && \separated(b+(0..n-1),c+(0..2*n-1));
  assigns c[0..2*n-1];
  ensures \forall integer k; 0 <= k && k < n ==> c[2*k] == a[k];
  ensures \forall integer k; 0 <= k && k < n ==> c[2*k+1] == b[k]; */
void interleave(const int *a,const int *b,int *c,int n){
  int w=0;
  for(int i=0;i<n;i++){ c[w]=a[i]; w++; c[w]=b[i]; w++; }
}
