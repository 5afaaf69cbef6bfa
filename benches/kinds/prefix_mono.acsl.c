// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid_read(v+(0..n-1)) && \valid(p+(0..n)) && \separated(v+(0..n-1),p+(0..n));
  requires \forall integer k; 0 <= k && k < n ==> 0 <= v[k] && v[k] <= 10;
  assigns p[0..n];
  ensures \forall integer k; 0 <= k && k < n ==> p[k] <= p[k+1];
  ensures \forall integer k; 0 <= k && k <= n ==> 0 <= p[k] && p[k] <= 10*k; */
void prefix(const int *v,int *p,int n){
  p[0]=0;
  for(int i=1;i<=n;i++) p[i]=p[i-1]+v[i-1];
}
