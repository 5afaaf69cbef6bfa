// expect: proved
/*@ requires 0 <= n && n <= 100000 && \valid_read(m+(0..4*n-1)) && \valid(top+(0..n-1)) && \separated(m+(0..4*n-1),top+(0..n-1));
  assigns top[0..n-1];
  ensures \forall integer i, j; 0 <= i && i < n && 0 <= j && j < 4 ==> m[4*i+j] <= top[i]; */
void row_max(const int *m,int *top,int n){
  for(int i=0;i<n;i++){
    int best=m[4*i];
    for(int j=1;j<4;j++) if(m[4*i+j]>best) best=m[4*i+j];
    top[i]=best;
  }
}
