// expect: refuted
/*@ requires 0 <= n && n <= 1000000 && \valid_read(a+(0..n-1));
  requires \forall integer x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  assigns \nothing;
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < \result ==> a[k] < key;
  ensures \forall integer k; \result <= k && k < n ==> a[k] >= key; */
int lower_bound(const int *a,int n,int key){
  int lo=0,len=n;
  while(len>0){
    int half=len/2;
    if(a[lo+half]<=key){ lo=lo+half+1; len=len-half-1; }
    else len=half;
  }
  return lo;
}
