// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  char *mark=malloc(n*sizeof(char)); __VERIFIER_assume(mark!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int c=0,marked=0,i=0;
  while(i<n){
    mark[i]=0;
    if(a[i]>0) c++;
    if(a[i]>0){ mark[i]=1; marked++; }
    i++;
  }
  if(c<0 || c>n || c!=marked) reach_error();
  for(int k=0;k<n;k++) if((mark[k]!=0)!=(a[k]>0)) reach_error();
  return 0;
}
