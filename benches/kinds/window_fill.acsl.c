// expect: proved
/*@ requires 0 <= lo && lo <= hi && hi <= n && \valid(a+(0..n-1));
  assigns a[lo..hi-1];
  ensures \forall integer k; lo <= k && k < hi ==> a[k] == v;
  ensures \forall integer k; 0 <= k && k < n && (k < lo || k >= hi) ==> a[k] == \old(a[k]); */
void window_fill(int *a,int n,int lo,int hi,int v){
  (void)n;
  while(hi>lo){ hi--; a[hi]=v; }
}
