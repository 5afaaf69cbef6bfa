// expect: proved
/*@ requires 0 <= a && a <= 10000 && -10000 <= b && b <= 10000;
  assigns \nothing;
  ensures \result == a*b; */
int mul_add(int a,int b){
  int p=0;
  while(a>0){ p=p+b; a=a-1; }
  return p;
}
