// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid(a+(0..2*n-1));
  assigns a[0..2*n-1];
  ensures \forall integer k; 0 <= k && k < n ==> a[2*k] == 0;
  ensures \forall integer k; 0 <= k && k < n ==> a[2*k+1] == 7; */
void fill_even(int *a,int n){
  for(int i=0;i<n;i++){ a[2*i]=0; a[2*i+1]=7; }
}
