// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid_read(b+(0..n-1));
  assigns \nothing;
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < \result ==> a[k] == b[k];
  ensures \result < n ==> a[\result] != b[\result]; */
int first_diff(const int *a,const int *b,int n){
  int r=n;
  for(int i=n-1;i>=0;i--) if(a[i]!=b[i]) r=i;
  return r;
}
