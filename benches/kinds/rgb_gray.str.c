// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pixel { unsigned char r,g,b,alpha; };
int main(void){
  struct pixel im[1000]; unsigned char al[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++){
    im[t].r=__VERIFIER_nondet_uchar(); im[t].g=__VERIFIER_nondet_uchar(); im[t].b=__VERIFIER_nondet_uchar();
    im[t].alpha=__VERIFIER_nondet_uchar(); al[t]=im[t].alpha;
  }
  int i=0;
  do {
    im[i].r=im[i].g; im[i].b=im[i].g;
    i++;
  } while(i<n);
  for(int k=0;k<n;k++){
    if(im[k].r!=im[k].g || im[k].g!=im[k].b) reach_error();
    if(im[k].alpha!=al[k]) reach_error();
  }
  return 0;
}
