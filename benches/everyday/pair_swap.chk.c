// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int h=__VERIFIER_nondet_int(); __VERIFIER_assume(h>0 && h<=5000);
  int a[2*h];
  for(int t=0;t<2*h;t++) a[t]=t;
  for(int i=0;i<h;i++){
    int s=a[2*i];
    a[2*i]=a[2*i+1];
    a[2*i+1]=s;
  }
  for(int k=0;k<2*h;k++){
    if(k%2==0) { if(!(a[k]==k+1)) reach_error(); }
    else { if(!(a[k]==k-1)) reach_error(); }
  }
  return 0;
}
