// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int h=__VERIFIER_nondet_int(),w=__VERIFIER_nondet_int(); __VERIFIER_assume(h>0 && h<=300 && w>0 && w<=300);
  int *m=malloc((unsigned long)(h*w)*sizeof(int));
  int *top=malloc((unsigned long)h*sizeof(int));
  __VERIFIER_assume(m!=0 && top!=0);
  for(int t=0;t<h*w;t++) m[t]=__VERIFIER_nondet_int();
  for(int i=0;i<h;i++){
    top[i]=m[i*w];
    for(int j=1;j<w;j++) if(m[i*w+j]>top[i]) top[i]=m[i*w+j];
  }
  int r=__VERIFIER_nondet_int(),c=__VERIFIER_nondet_int(); __VERIFIER_assume(r>=0 && r<h && c>=0 && c<w);
  if(!(top[r]>=m[r*w+c])) reach_error();
  return 0;
}
