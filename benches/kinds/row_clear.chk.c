// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int h=__VERIFIER_nondet_int(); __VERIFIER_assume(h>=1 && h<=1000);
  int m[1000*16];
  for(int t=0;t<16*h;t++) m[t]=7;
  int r=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=r && r<h);
  for(int j=0;j<16;j++) m[16*r+j]=0;
  for(int i=0;i<h;i++)
    for(int j=0;j<16;j++){
      if(i==r){ if(m[16*i+j]!=0) reach_error(); }
      else if(m[16*i+j]!=7) reach_error();
    }
  return 0;
}
