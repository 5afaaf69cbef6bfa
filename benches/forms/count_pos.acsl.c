// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid(mark+(0..n-1)) && \separated(a+(0..n-1),mark+(0..n-1));
  assigns mark[0..n-1];
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < n ==> (mark[k] == 1 <==> a[k] > 0);
  ensures \result == 0 ==> (\forall integer k; 0 <= k && k < n ==> a[k] <= 0);
  ensures \result == n ==> (\forall integer k; 0 <= k && k < n ==> a[k] > 0); */
int count_pos(int *a,int *mark,int n){
  int c=0;
  for(int i=0;i<n;i++){
    if(a[i]>0){ mark[i]=1; c++; } else mark[i]=0;
  }
  return c;
}
