// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct T { int val[1000]; _Bool mark[1000]; int hits; } t;
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int j=0;j<n;j++) t.val[j]=__VERIFIER_nondet_int();
  int marked=0;
  t.hits=0;
  for(int i=0;i<n;i++){
    t.mark[i]=0;
    if(t.val[i]>0) t.hits++;
    if(t.val[i]>0){ t.mark[i]=1; marked++; }
  }
  if(!(0<=t.hits && t.hits<=n)) reach_error();
  if(t.hits!=marked) reach_error();
  for(int k=0;k<n;k++) if(t.mark[k]!=(t.val[k]>0)) reach_error();
  return 0;
}
