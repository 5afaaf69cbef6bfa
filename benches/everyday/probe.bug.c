// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int tab[64],key[64],pos[64];
  for(int t=0;t<64;t++) tab[t]=0;
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=64);
  for(int i=0;i<n;i++){
    key[i]=__VERIFIER_nondet_int(); __VERIFIER_assume(key[i]>0);
    int h=key[i]%64;
    if(tab[h]!=0 && tab[h]!=key[i]){ h++; if(h==64) h=0; }
    tab[h]=key[i]; pos[i]=h;
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(!(tab[pos[k]]==key[k])) reach_error();
  return 0;
}
