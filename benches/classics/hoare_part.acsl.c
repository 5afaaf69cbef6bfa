// expect: proved
/*@ requires n >= 0 && \valid(a+(0..n-1));
  assigns a[0..n-1];
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < \result ==> a[k] < p;
  ensures \forall integer k; \result <= k && k < n ==> a[k] >= p; */
int hoare_part(int *a,int n,int p){
  int i=0,j=n;
  while(i<j){
    while(i<j && a[i]<p) i++;
    while(i<j && a[j-1]>=p) j--;
    if(i<j){ int t=a[i]; a[i]=a[j-1]; a[j-1]=t; }
  }
  return i;
}
