// expect: proved
/*@ requires n >= 0 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures (\forall integer k; 0 <= k && k < n ==> \old(a[k]) != v) ==>
    \result == 0 && (\forall integer k; 0 <= k && k < n ==> a[k] == \old(a[k])); */
int replace(int *a, int n, int v, int w){
  int c=0;
  for(int i=0;i<n;i++) if(a[i]==v){ a[i]=w; c++; }
  return c;
}
