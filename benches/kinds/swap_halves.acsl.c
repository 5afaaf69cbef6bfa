// expect: proved
/*@ requires 0 <= h && h <= 1000000 && \valid(a+(0..2*h-1));
  assigns a[0..2*h-1];
  ensures \forall integer k; 0 <= k && k < h ==> a[k] == \old(a[k+h]);
  ensures \forall integer k; 0 <= k && k < h ==> a[k+h] == \old(a[k]); */
void swap_halves(int *a,int h){
  for(int i=0;i<h;i++){
    int t=a[i]; a[i]=a[i+h]; a[i+h]=t;
  }
}
