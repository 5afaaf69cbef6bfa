// expect: proved
/*@ requires n >= 0 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> a[k] == \old(a[n-1-k]); */
void reverse(int *a,int n){
  for(int i=0;i<n/2;i++){
    int t=a[i]; a[i]=a[n-1-i]; a[n-1-i]=t;
  }
}
