// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
struct pt { int x; int y; };
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  struct pt *p=malloc(n*sizeof(struct pt)); int *x=malloc(n*sizeof(int)); int *y=malloc(n*sizeof(int));
  __VERIFIER_assume(p!=0 && x!=0 && y!=0);
  for(int t=0;t<n;t++){ p[t].x=__VERIFIER_nondet_int(); p[t].y=__VERIFIER_nondet_int(); }
  for(int i=0;i<n;i++){ x[i]=p[i].x; y[i]=p[i].y; }
  for(int k=0;k<n;k++) if(x[k]!=p[k].x || y[k]!=p[k].y) reach_error();
  return 0;
}
