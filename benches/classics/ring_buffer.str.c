// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct ring { int buf[64]; int head,tail,cnt; };
int main(void){
  struct ring r;
  r.head=0; r.tail=0; r.cnt=0;
  while(__VERIFIER_nondet_int()){
    if(__VERIFIER_nondet_int()>0){
      if(r.cnt<64){
        int v=__VERIFIER_nondet_int(); __VERIFIER_assume(v>0);
        r.buf[r.tail]=v; r.tail++; if(r.tail==64) r.tail=0; r.cnt++;
      }
    } else if(r.cnt>0){
      r.head++; if(r.head==64) r.head=0; r.cnt--;
    }
    if(!(0<=r.head && r.head<64 && 0<=r.tail && r.tail<64)) reach_error();
  }
  if(!(0<=r.cnt && r.cnt<=64)) reach_error();
  return 0;
}
