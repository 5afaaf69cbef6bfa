// Random values for one run: every run has its own range and habit, so that assumptions (sizes, ascending arrays) are often met.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <limits.h>
static jmp_buf again; static long completed, failed; static long last; static int habit, span;
static unsigned long rnd_s=88172645463325252ul;
static unsigned long rnd(void){ rnd_s^=rnd_s<<13; rnd_s^=rnd_s>>7; rnd_s^=rnd_s<<17; return rnd_s; }
static void new_run(void){ static const int spans[]={1,2,3,4,6,10,20,60,300,1000}; span=spans[rnd()%10]; habit=(int)(rnd()%6); last=0; }
static long value(void){
  long r=(long)(rnd()%(unsigned long)(span+1));
  if(habit==0){ last+= (long)(rnd()%4==0); return rnd()%8==0 ? r : last; }   // mostly ascending
  if(habit==1){ if(last==0) last=r; else last-=(long)(rnd()%3==0); return rnd()%10==0 ? r : last; }   // mostly descending
  if(habit==2) return r-span/2;
  if(habit==3 && rnd()%3==0){ unsigned k=rnd()%4; return k==0 ? INT_MAX : k==1 ? INT_MIN : (long)(int)rnd(); }
  return rnd()%6==0 ? (long)(rnd()%9) : r;
}
int __VERIFIER_nondet_int(void){ return (int)value(); }
unsigned int __VERIFIER_nondet_uint(void){ return (unsigned)value(); }
unsigned long __VERIFIER_nondet_ulong(void){ long v=value(); return habit==3 && rnd()%8==0 ? rnd() : (unsigned long)v; }
unsigned char __VERIFIER_nondet_uchar(void){ return (unsigned char)(habit<3 ? rnd() : rnd()%3==0 ? 255-rnd()%3 : (unsigned long)value()); }
char __VERIFIER_nondet_char(void){
  static const char c[]="0123456789 \t a\0z-"; 
  if(habit==0) return (char)('0'+rnd()%10);
  if(habit==1) return rnd()%4 ? ' ' : (char)(rnd()%2 ? '\t' : 'x');
  if(habit==2) return (char)rnd();
  if(habit==3) return (char)('0'+rnd()%7);
  return c[rnd()%(sizeof c-1)];
}
void __VERIFIER_assume(int c){ if(!c) longjmp(again,1); }
void reach_error(void){ failed++; longjmp(again,1); }
