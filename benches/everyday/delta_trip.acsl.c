// expect: proved
/*@ requires 1 <= n && n <= 1000000;
  requires \valid_read(a+(0..n-1)) && \valid(d+(0..n-1)) && \valid(b+(0..n-1)) && \separated(a+(0..n-1),d+(0..n-1),b+(0..n-1));
  requires \forall integer k; 0 <= k && k < n ==> 0 <= a[k] && a[k] <= 100000;
  assigns d[0..n-1], b[0..n-1];
  ensures \forall integer k; 1 <= k && k < n ==> d[k] == a[k] - a[k-1];
  ensures \forall integer k; 0 <= k && k < n ==> b[k] == a[k]; */
void round_trip(const int *a,int *d,int *b,int n){
  int i,last=0;
  for(i=0;i<n;i++){ d[i]=a[i]-last; last=a[i]; }
  last=0;
  for(i=0;i<n;i++){ last=last+d[i]; b[i]=last; }
}
