// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int g[50][50],old[50][50];
int h,w;
int main(void){
  h=__VERIFIER_nondet_int(); w=__VERIFIER_nondet_int();
  __VERIFIER_assume(h>=1 && h<=50 && w>=1 && w<=50);
  for(int i=0;i<h;i++)
    for(int j=0;j<w;j++){ g[i][j]=__VERIFIER_nondet_int(); old[i][j]=g[i][j]; }
  int r=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=r && r<h);
  int j=w;
  while(j>0){ j--; g[r][j]=0; }
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  if(0<=x && x<h && 0<=y && y<w){
    if(x==r && g[x][y]!=0) reach_error();
    if(x!=r && g[x][y]!=old[x][y]) reach_error();
  }
  return 0;
}
