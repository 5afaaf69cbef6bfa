// expect: proved
/*@ requires 0 <= n && n <= 1000 && 0 <= m && m <= 1000 && \valid(a+(0..m-1));
  assigns a[0..m-1];
  ensures \forall integer k; 0 <= k && k < m ==> a[k] == n; */
void nested_count(int *a,int n,int m){
  for(int j=0;j<m;j++){
    a[j]=0;
    for(int i=0;i<n;i++) a[j]=a[j]+1;
  }
}
