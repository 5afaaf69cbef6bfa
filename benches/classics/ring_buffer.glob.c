// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
unsigned buf[32],head,count;
static int push(unsigned v){ if(count==32) return 0; buf[(head+count)%32]=v; count++; return 1; }
static unsigned pop(void){ unsigned v=buf[head]; head=(head+1)%32; count--; return v; }
int main(void){
  while(__VERIFIER_nondet_int()){
    if(__VERIFIER_nondet_int()>1) push(9);
    else if(count>0){ unsigned v=pop(); if(v!=9) reach_error(); }
  }
  if(head>=32 || count>32) reach_error();
  return 0;
}
