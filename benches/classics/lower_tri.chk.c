// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int m[25][25];
  for(int i=0;i<25;i++){
    int j=0;
    while(j<=i){ m[i][j]=i-j; j++; }
    while(j<25){ m[i][j]=0; j++; }
  }
  for(int i=0;i<25;i++)
    for(int j=0;j<25;j++){
      if(j>=i && m[i][j]!=0) reach_error();
      if(j<i && m[i][j]<=0) reach_error();
    }
  return 0;
}
