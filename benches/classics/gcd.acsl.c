// expect: proved
/*@ requires a >= 0 && b >= 0 && (a > 0 || b > 0);
  assigns \nothing;
  ensures \result >= 1;
  ensures a > 0 ==> \result <= a;
  ensures b > 0 ==> \result <= b; */
int gcd(int a,int b){
  while(b>0){ int r=a%b; a=b; b=r; }
  return a;
}
