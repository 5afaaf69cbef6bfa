// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer k; 0 <= k && 2*k+1 < n ==> a[2*k] == \old(a[2*k+1]) && a[2*k+1] == \old(a[2*k]); */
void pair_swap(int *a,int n){
  for(int i=0;i<n-1;i=i+2){
    int s=a[i];
    a[i]=a[i+1];
    a[i+1]=s;
  }
}
