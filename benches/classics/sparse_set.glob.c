// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int dense[100],sparse[100],size;
int main(void){
  while(__VERIFIER_nondet_int()){
    int x=__VERIFIER_nondet_int();
    if(x<0 || x>=100) continue;
    int p=sparse[x];
    if(p<size && dense[p]==x) continue;
    if(size==100) continue;
    dense[size]=x; sparse[x]=size; size++;
  }
  if(!(0<=size && size<=100)) reach_error();
  for(int k=0;k<size;k++){
    if(!(0<=dense[k] && dense[k]<100)) reach_error();
    if(sparse[dense[k]]!=k) reach_error();
  }
  return 0;
}
