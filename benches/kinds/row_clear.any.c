// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static void clear(int *row,int w){
  for(int j=0;j<w;j++) row[j]=0;
}
int main(void){
  int g[20][40];
  for(int i=0;i<20;i++)
    for(int j=0;j<40;j++) g[i][j]=i+1;
  int r=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=r && r<20);
  clear(g[r],40);
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<20 && 0<=y && y<40);
  if(g[x][y]!=(x==r ? 0 : x+1)) reach_error();
  return 0;
}
