// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static char *copy_upto(char *d,char *last,const char *s){
  while(d<last && *s){ *d=*s; d++; s++; }
  *d='\0';
  return d;
}
int main(void){
  char src[64]; char dst[32];
  for(int t=0;t<63;t++) src[t]=(char)(__VERIFIER_nondet_int()%128);
  src[63]=0;
  char *e=copy_upto(dst,dst+31,src);
  if(!(e>=dst && e<dst+32)) reach_error();
  if(*e!=0) reach_error();
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<e-dst && dst[k]!=src[k]) reach_error();
  return 0;
}
