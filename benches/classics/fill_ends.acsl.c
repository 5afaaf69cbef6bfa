// expect: proved
/*@ requires n >= 0 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> a[k] == v; */
void fill_ends(int *a,int n,int v){
  int i=0,j=n;
  while(i<j){
    a[i]=v; i++;
    if(i<j){ j--; a[j]=v; }
  }
}
