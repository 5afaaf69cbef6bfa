// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct row { int v[6]; int max; };
int main(void){
  struct row t[50];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=50);
  for(int i=0;i<n;i++) for(int j=0;j<6;j++) t[i].v[j]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++){
    struct row *r=&t[i];
    r->max=r->v[0];
    for(int j=1;j<6;j++) if(r->v[j]>r->max) r->max=r->v[j];
  }
  for(int i=0;i<n;i++)
    for(int j=0;j<6;j++) { if(!(t[i].v[j]<=t[i].max)) reach_error(); }
  return 0;
}
