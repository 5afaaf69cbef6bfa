// expect: refuted
/*@ requires n >= 0 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures \result == 0 || \result == 1;
  ensures \result == 1 ==> (\forall integer x, y; 0 <= x && x < y && y < n ==> a[x] != a[y]);
  ensures \result == 0 ==> (\exists integer x, y; 0 <= x && x < y && y < n && a[x] == a[y]); */
int distinct(const int *a,int n){
  for(int i=0;i<n;i++)
    for(int j=i+2;j<n;j++)
      if(a[i]==a[j]) return 0;
  return 1;
}
