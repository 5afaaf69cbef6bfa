// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid(px+(0..3*n-1));
  assigns px[0..3*n-1];
  ensures \forall integer k; 0 <= k && k < n ==> px[3*k+1] == 0;
  ensures \forall integer k; 0 <= k && k < n ==> px[3*k] == \old(px[3*k]) && px[3*k+2] == \old(px[3*k+2]); */
void drop_green(unsigned char *px,int n){
  for(int i=1;i<3*n;i+=3) px[i]=0;
}
