// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int heap[128],len;
static void push(int x){
  int i=len++;
  heap[i]=x;
  while(i>0){
    int up=(i-1)/2;
    if(heap[up]<=heap[i]) break;
    int s=heap[up]; heap[up]=heap[i]; heap[i]=s;
    i=up;
  }
}
int main(void){
  len=0;
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=128);
  for(int t=0;t<n;t++) push(__VERIFIER_nondet_int());
  if(!(len==n)) reach_error();
  for(int k=1;k<n;k++) { if(!(heap[(k-1)/2]<=heap[k])) reach_error(); }
  return 0;
}
