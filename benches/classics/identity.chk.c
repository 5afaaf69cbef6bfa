// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int m[40][40];
  for(int i=0;i<40;i++)
    for(int j=0;j<40;j++)
      if(i==j) m[i][j]=1; else m[i][j]=0;
  for(int i=0;i<40;i++)
    for(int j=0;j<40;j++)
      if(m[i][j]!=(i==j)) reach_error();
  return 0;
}
