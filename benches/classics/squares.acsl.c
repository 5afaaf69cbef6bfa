// expect: proved
/*@ requires 1 <= n && n <= 40000 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> a[k] == k*k; */
void squares(int *a,int n){
  int d=1;
  a[0]=0;
  for(int i=1;i<n;i++){ a[i]=a[i-1]+d; d+=2; }
}
