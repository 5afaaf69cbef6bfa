// expect: proved
/*@ requires 0 <= p && p <= n && n <= 1000000 && 0 <= g && g <= 1000 && \valid(a+(0..n+g-1));
  assigns a[p..n+g-1];
  ensures \forall integer k; p <= k && k < n ==> a[k+g] == \old(a[k]);
  ensures \forall integer k; p <= k && k < p+g ==> a[k] == v; */
void open_gap(int *a,int n,int p,int g,int v){
  int i;
  for(i=n-1;i>=p;i--) a[i+g]=a[i];
  for(i=0;i<g;i++) a[p+i]=v;
}
