// expect: proved
/*@ requires 1 <= n && \valid_read(a+(0..n-1)) && \valid(p+(0..n-1)) && \separated(a+(0..n-1),p+(0..n-1));
  assigns p[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> 0 <= p[k] && p[k] <= k;
  ensures \forall integer j, k; 0 <= j && j <= k && k < n ==> a[p[k]] <= a[j]; */
void min_index(const int *a,int *p,int n){
  int best=0;
  for(int i=0;i<n;i++){
    if(a[i]<a[best]) best=i;
    p[i]=best;
  }
}
