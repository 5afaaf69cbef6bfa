// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int tab[64],key[64],pos[64];
  for(int t=0;t<64;t++) tab[t]=0;
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=64);
  for(int i=0;i<n;i++){
    key[i]=__VERIFIER_nondet_int(); __VERIFIER_assume(key[i]>0);
    pos[i]=-1;
    int h=key[i]%64;
    for(int step=0;step<64;step++){
      if(tab[h]==0 || tab[h]==key[i]){ tab[h]=key[i]; pos[i]=h; break; }
      h++; if(h==64) h=0;
    }
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(pos[k]>=0) { if(!(tab[pos[k]]==key[k])) reach_error(); }
  return 0;
}
