// expect: proved
/*@ requires 0 <= n && 0 <= h && n <= 1000000 && h <= 1000000 && \valid(a+(0..n+h-1));
  assigns a[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> a[k] == \old(a[k+h]); */
void move_down(int *a,int n,int h){
  int i=0;
  while(i<n){ a[i]=a[i+h]; i++; }
}
