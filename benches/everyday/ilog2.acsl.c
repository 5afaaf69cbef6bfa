// expect: proved
/*@ requires 1 <= x && x <= 1000000000;
  assigns \nothing;
  ensures 1 <= \result && \result <= x && x < 2*\result; */
int floor_pow2(int x){
  int p=1;
  while(p<=x-p) p=p+p;
  return p;
}
