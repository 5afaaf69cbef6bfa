// expect: proved
/*@ requires 0 <= r && r < h && h <= 1000 && \valid(m+(0..16*h-1));
  assigns m[16*r..16*r+15];
  ensures \forall integer k; 16*r <= k && k < 16*r+16 ==> m[k] == 0;
  ensures \forall integer k; 0 <= k && k < 16*h && (k < 16*r || k >= 16*r+16) ==> m[k] == \old(m[k]); */
void row_clear(int *m,int h,int r){
  (void)h;
  int *p=m+16*r;
  for(int j=0;j<16;j++) p[j]=0;
}
