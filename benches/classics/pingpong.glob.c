// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int buf[2][100],cur;
int main(void){
  int v=__VERIFIER_nondet_int();
  for(int i=0;i<100;i++) buf[0][i]=v;
  int rounds=__VERIFIER_nondet_int(); __VERIFIER_assume(rounds>=0 && rounds<=1000000);
  while(rounds>0){
    for(int i=0;i<100;i++) buf[1-cur][i]=buf[cur][i];
    cur=1-cur; rounds--;
  }
  if(cur!=0 && cur!=1) reach_error();
  for(int k=0;k<100;k++) if(buf[cur][k]!=v) reach_error();
  return 0;
}
