// cc -DPROGRAM='"../x.any.c"' run.c: runs a program many times; prints how many runs came to their end and how many failed.
#include "nondet.h"
#define main prog_main
#include PROGRAM
#undef main
int main(int argc,char **argv){
  volatile long runs=argc>1 ? atol(argv[1]) : 3000;
  for(volatile long r=0;r<runs;r++){ new_run(); if(setjmp(again)==0){ prog_main(); completed++; } }
  printf("%ld %ld\n",completed,failed); return 0;
}
