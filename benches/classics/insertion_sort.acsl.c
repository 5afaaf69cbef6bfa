// expect: proved
/*@ requires n >= 0 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y]; */
void insertion_sort(int *a,int n){
  for(int i=1;i<n;i++){
    int key=a[i]; int j=i;
    while(j>0 && a[j-1]>key){ a[j]=a[j-1]; j=j-1; }
    a[j]=key;
  }
}
