// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
#define CAP 32
int tab[CAP],used;
static int slot_of(int key){
  int h=key%CAP,left=CAP;
  while(left>0 && tab[h]!=0 && tab[h]!=key){ h=(h+1)%CAP; left--; }
  return left>0 ? h : -1;
}
static int put(int key){
  int h=slot_of(key);
  if(h<0) return 0;
  if(tab[h]==0){ tab[h]=key; used++; }
  return 1;
}
int main(void){
  for(int t=0;t<CAP;t++) tab[t]=0;
  used=0;
  int n=__VERIFIER_nondet_int(),done=0; __VERIFIER_assume(n>=0 && n<=100);
  for(int i=0;i<n;i++){
    int key=__VERIFIER_nondet_int(); __VERIFIER_assume(key>=1 && key<=100000);
    if(put(key)){ done++; { if(!(tab[slot_of(key)]==key)) reach_error(); } }
  }
  if(!(used<=done && done<=n)) reach_error();
  for(int k=0;k<CAP;k++) { if(!(tab[k]>=0 && tab[k]<=100000)) reach_error(); }
  return 0;
}
