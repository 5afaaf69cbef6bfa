// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid(a+(0..n));
  requires \forall integer k; 1 <= k && k < n ==> a[(k-1)/2] >= a[k];
  assigns a[0..n];
  ensures \forall integer k; 1 <= k && k <= n ==> a[(k-1)/2] >= a[k]; */
void push(int *a,int n,int x){
  int i=n;
  while(i>0 && a[(i-1)/2]<x){
    a[i]=a[(i-1)/2];
    i=(i-1)/2;
  }
  a[i]=x;
}
