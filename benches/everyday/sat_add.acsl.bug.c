// expect: refuted
/*@ requires 0 <= n && \valid(a+(0..n-1)) && \valid_read(b+(0..n-1)) && \separated(a+(0..n-1),b+(0..n-1));
  assigns a[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> a[k] >= \old(a[k]) && a[k] >= b[k]; */
void sat_add(unsigned char *a,const unsigned char *b,int n){
  for(int i=0;i<n;i++){
    int s=a[i]+b[i];
    if(s>256) s=255;
    a[i]=(unsigned char)s;
  }
}
