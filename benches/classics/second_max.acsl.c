// expect: proved
/*@ requires n >= 2 && \valid_read(a+(0..n-1)) && \valid(first);
  requires \separated(first, a+(0..n-1));
  assigns *first;
  ensures 0 <= \result && \result < n && 0 <= *first && *first < n && *first != \result;
  ensures \forall integer k; 0 <= k && k < n ==> a[k] <= a[*first];
  ensures \forall integer k; 0 <= k && k < n && k != *first ==> a[k] <= a[\result]; */
int second_max(const int *a,int n,int *first){
  int p=0,q=1;
  if(a[1]>a[0]){ p=1; q=0; }
  for(int i=2;i<n;i++){
    if(a[i]>a[p]){ q=p; p=i; }
    else if(a[i]>a[q]) q=i;
  }
  *first=p;
  return q;
}
