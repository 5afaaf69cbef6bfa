// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1)) && \valid(d+(0..n-2)) && \separated(a+(0..n-1),d+(0..n-2));
  requires \forall integer k; 0 <= k && k < n ==> -1000000 <= a[k] && a[k] <= 1000000;
  assigns d[0..n-2];
  ensures \forall integer k; 0 <= k && k < n-1 ==> a[k]+d[k] == a[k+1]; */
void diff_array(const int *a,int *d,int n){
  int prev=a[0];
  for(int i=1;i<n;i++){ d[i-1]=a[i]-prev; prev=a[i]; }
}
