// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Q { int item[1000]; int size; };
int main(void){
  struct Q q; int old[1000];
  q.size=__VERIFIER_nondet_int(); __VERIFIER_assume(q.size>=1 && q.size<=1000);
  for(int t=0;t<q.size;t++){ q.item[t]=__VERIFIER_nondet_int(); old[t]=q.item[t]; }
  for(int i=0;i<q.size-1;i++) q.item[i]=q.item[i+1];
  for(int k=0;k<q.size-1;k++) if(q.item[k]!=old[k+1]) reach_error();
  return 0;
}
