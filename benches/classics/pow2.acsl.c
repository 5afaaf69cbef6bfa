// expect: proved
/*@ requires n >= 1;
  assigns \nothing;
  ensures 1 <= \result && \result <= n;
  ensures n < 2*\result; */
int pow2(int n){
  int p=1;
  while(n-p>=p) p+=p;
  return p;
}
