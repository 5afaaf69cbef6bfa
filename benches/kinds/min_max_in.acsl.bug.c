// expect: refuted
/*@ requires n >= 1 && \valid_read(a+(0..n-1)) && \valid(lo) && \valid(hi);
  requires \separated(lo, hi, a+(0..n-1));
  assigns *lo, *hi;
  ensures \exists integer k; 0 <= k && k < n && a[k] == *lo;
  ensures \exists integer k; 0 <= k && k < n && a[k] == *hi;
  ensures \forall integer k; 0 <= k && k < n ==> *lo <= a[k] && a[k] <= *hi; */
void min_max(const int *a,int n,int *lo,int *hi){
  int x=a[0],y=0;
  for(int i=1;i<n;i++){
    if(a[i]<x) x=a[i];
    if(a[i]>y) y=a[i];
  }
  *lo=x; *hi=y;
}
