// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);

int main(void){
  int h=__VERIFIER_nondet_int(); __VERIFIER_assume(h>=1 && h<=50000);
  int *a=malloc(2*h*sizeof(int)), *b=malloc(2*h*sizeof(int)), *tmp=malloc(h*sizeof(int));
  __VERIFIER_assume(a!=0 && b!=0 && tmp!=0);
  for(int t=0;t<2*h;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=a[t]; }
  int i;
  for(i=0;i<h;i++) tmp[i]=a[i];
  for(i=0;i<h;i++) a[i]=a[h+i];
  for(i=0;i<h;i++) a[h+i]=tmp[i];
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<2*h);
  if(k<h && a[k]!=b[k+h]) reach_error();
  if(k>=h && a[k]!=b[k-h]) reach_error();
  return 0;
}
