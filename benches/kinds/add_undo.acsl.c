// expect: proved
/*@ requires n >= 1 && 0 <= p && p < n && \valid(a+(0..n-1));
  assigns a[p];
  ensures \forall integer k; 0 <= k && k < n ==> a[k] == \old(a[k]);
  ensures \forall integer k; 0 <= k && k < n && k != p ==> a[k] <= \result; */
int max_of_others(int *a,int n,int p){
  int saved=a[p];
  a[p]=-2147483647-1;
  int m=a[0];
  for(int i=1;i<n;i++) if(a[i]>m) m=a[i];
  a[p]=saved;
  return m;
}
