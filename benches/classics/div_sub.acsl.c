// expect: proved
/*@ requires a >= 0 && b >= 1 && \valid(rem);
  assigns *rem;
  ensures \result*b + *rem == a;
  ensures 0 <= *rem && *rem < b; */
int div_sub(int a,int b,int *rem){
  int q=0,r=a;
  while(r>=b){ r-=b; q=q+1; }
  *rem=r;
  return q;
}
