// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures \forall integer k; 0 <= k && k < n ==> a[k] <= \result;
  ensures \exists integer k; 0 <= k && k < n && a[k] == \result; */
int max_elem(const int *a,int n){
  int m=a[n-1];
  for(int i=n-2;i>=0;i--) if(a[i]>m) m=a[i];
  return m;
}
