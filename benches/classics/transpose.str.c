// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct mat { int rows, cols; int v[20][20]; };
static void transpose(const struct mat *s,struct mat *d){
  d->rows=s->cols; d->cols=s->rows;
  for(int i=0;i<d->rows;i++) for(int j=0;j<d->cols;j++) d->v[i][j]=s->v[j][i];
}
struct mat a,b;
int main(void){
  a.rows=__VERIFIER_nondet_int(); __VERIFIER_assume(a.rows>=1 && a.rows<=20);
  a.cols=__VERIFIER_nondet_int(); __VERIFIER_assume(a.cols>=1 && a.cols<=20);
  for(int i=0;i<a.rows;i++) for(int j=0;j<a.cols;j++) a.v[i][j]=__VERIFIER_nondet_int();
  transpose(&a,&b);
  if(b.rows!=a.cols || b.cols!=a.rows) reach_error();
  for(int i=0;i<a.rows;i++) for(int j=0;j<a.cols;j++) if(a.v[i][j]!=b.v[j][i]) reach_error();
  return 0;
}
