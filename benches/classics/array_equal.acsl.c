// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid_read(b+(0..n-1));
  assigns \nothing;
  ensures \result == 0 || \result == 1;
  ensures \result == 1 <==> (\forall integer k; 0 <= k && k < n ==> a[k] == b[k]); */
int array_equal(const int *a,const int *b,int n){
  for(int i=0;i<n;i++) if(a[i]!=b[i]) return 0;
  return 1;
}
