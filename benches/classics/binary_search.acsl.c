// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1));
  requires \forall integer x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  assigns \nothing;
  ensures -1 <= \result && \result < n;
  ensures \result >= 0 ==> a[\result] == key;
  ensures \result == -1 ==> (\forall integer k; 0 <= k && k < n ==> a[k] != key); */
int binary_search(const int *a,int n,int key){
  int lo=0,hi=n-1;
  while(lo<=hi){
    int mid=lo+(hi-lo)/2;
    if(a[mid]<key) lo=mid+1;
    else if(a[mid]>key) hi=mid-1;
    else return mid;
  }
  return -1;
}
