// expect: proved
/*@ requires n >= 0 && lo <= hi && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> lo <= a[k] && a[k] <= hi;
  ensures \forall integer k; 0 <= k && k < n && lo <= \old(a[k]) && \old(a[k]) <= hi ==> a[k] == \old(a[k]); */
void clamp(int *a,int n,int lo,int hi){
  for(int i=0;i<n;i++){
    if(a[i]<lo) a[i]=lo;
    else if(a[i]>hi) a[i]=hi;
  }
}
