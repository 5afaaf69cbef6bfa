// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures (\forall integer i, j; 0 <= i && i < j && j < n ==> a[i] <= a[j]) ==> \result == a[n-1]; */
int max(const int *a, int n){
  int best=a[0];
  for(int i=1;i<n;i++) if(a[i]>best) best=a[i];
  return best;
}
