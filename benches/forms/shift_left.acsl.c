// expect: proved
/*@ requires n >= 1 && \valid(a+(0..n-1));
  assigns a[0..n-2];
  ensures \forall integer k; 0 <= k && k < n-1 ==> a[k] == \old(a[k+1]); */
void shift_left(int *a,int n){
  for(int i=0;i<n-1;i++) a[i]=a[i+1];
}
