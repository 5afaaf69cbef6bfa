// expect: refuted
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid(b+(0..n-1)) && \separated(a+(0..n-1), b+(0..n-1));
  assigns b[0..n-1];
  ensures (\forall integer k; 0 <= k && k < n ==> a[k] >= 0) ==> (\forall integer k; 0 <= k && k < n ==> b[k] == a[k]); */
void copy_positive(const int *a, int *b, int n){
  for(int i=0;i<n;i++){ if(a[i]>0) b[i]=a[i]; else b[i]=1; }
}
