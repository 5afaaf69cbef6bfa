// expect: proved
/*@ assigns \nothing;
  ensures 0 <= \result && \result <= 32; */
int popcount(unsigned x){
  int c=0;
  for(int i=0;i<32;i++){ if(x%2u==1u) c++; x=x/2u; }
  return c;
}
