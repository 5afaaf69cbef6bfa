// expect: proved
/*@ requires n >= 1 && \valid(a+(0..n-1));
  assigns a[n-1];
  ensures 0 <= \result && \result <= n;
  ensures a[n-1] == \old(a[n-1]);
  ensures \forall integer k; 0 <= k && k < \result ==> a[k] != key;
  ensures \result < n ==> a[\result] == key; */
int sentinel(int *a,int n,int key){
  int last=a[n-1];
  a[n-1]=key;
  int i=0;
  while(a[i]!=key) i++;
  a[n-1]=last;
  if(i<n-1 || last==key) return i;
  return n;
}
