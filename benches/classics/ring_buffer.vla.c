// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int cap=__VERIFIER_nondet_int(); __VERIFIER_assume(cap>=1 && cap<=100000);
  int buf[cap];
  int head=0,tail=0,cnt=0;
  while(__VERIFIER_nondet_int()){
    if(__VERIFIER_nondet_int()>1 && cnt<cap){
      buf[tail]=1; tail=tail+1<cap?tail+1:0; cnt++;
    } else if(cnt>0){
      if(buf[head]!=1) reach_error();
      buf[head]=0; head=head+1<cap?head+1:0; cnt--;
    }
  }
  if(!(head+cnt==tail || head+cnt==tail+cap)) reach_error();
  if(!(0<=cnt && cnt<=cap)) reach_error();
  return 0;
}
