// expect: proved
/*@ requires n >= 0 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y]; */
void bubble(int *a,int n){
  for(int top=n-1;top>0;top--)
    for(int j=0;j<top;j++)
      if(a[j]>a[j+1]){ int h=a[j]; a[j]=a[j+1]; a[j+1]=h; }
}
