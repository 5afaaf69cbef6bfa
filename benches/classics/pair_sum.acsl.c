// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1));
  requires \forall integer x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  assigns \nothing;
  ensures \result == 0 || \result == 1;
  ensures \result == 0 ==> (\forall integer x, y; 0 <= x && x < y && y < n ==> a[x]+a[y] != target);
  ensures \result == 1 ==> (\exists integer x, y; 0 <= x && x < y && y < n && a[x]+a[y] == target); */
int pair_sum(const int *a,int n,long target){
  int i=0,j=n-1;
  while(i<j){
    long s=(long)a[i]+(long)a[j];
    if(s==target) return 1;
    if(s<target) i++; else j--;
  }
  return 0;
}
