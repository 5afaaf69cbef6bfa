// expect: proved
/*@ requires n >= 0 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < \result ==> a[k] != v;
  ensures (\forall integer k; 0 <= k && k < n ==> \old(a[k]) != v) ==> \result == n; */
int remove_value(int *a,int n,int v){
  int w=0,r=0;
  while(r<n){ if(a[r]!=v){ a[w]=a[r]; w=w+1; } r=r+1; }
  return w;
}
