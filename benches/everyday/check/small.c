// cc -DPROGRAM='"../x.any.c"' small.c: runs a program on all choices from a few values, 400,000 runs at most; prints ends, failures, and whether that was all.
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf again; static long completed,failed; static int ch_[4000],dim_[4000],depth_,at_;
static int pick(int m){ if(at_==depth_){ if(depth_==4000){ longjmp(again,2);} ch_[depth_]=0; dim_[depth_]=m; depth_++; } return ch_[at_++]; }
static const int V[]={0,1,2,3,5,-1};
int __VERIFIER_nondet_int(void){ return V[pick(at_==0?5:6)]; }
unsigned __VERIFIER_nondet_uint(void){ return (unsigned)V[pick(6)]; }
unsigned long __VERIFIER_nondet_ulong(void){ return (unsigned long)V[pick(at_==0?5:6)]; }
unsigned char __VERIFIER_nondet_uchar(void){ static const unsigned char c[]={0,1,254,255}; return c[pick(4)]; }
char __VERIFIER_nondet_char(void){ static const char c[]={'0','9',' ','\t','x',0,-1}; return c[pick(7)]; }
void __VERIFIER_assume(int c){ if(!c) longjmp(again,1); }
void reach_error(void){ failed++; longjmp(again,1); }
#define main prog_main
#include PROGRAM
#undef main
int main(void){ volatile long r=0;
  for(;r<400000;r++){ at_=0; if(setjmp(again)==0){ prog_main(); completed++; }
    depth_=at_; while(depth_>0 && ch_[depth_-1]+1==dim_[depth_-1]) depth_--; if(depth_==0) break; ch_[depth_-1]++; }
  printf("%ld %ld %s\n",completed,failed,r<400000?"all":"cut"); return 0; }
