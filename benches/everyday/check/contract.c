// cc -DPROGRAM='"../x.acsl.c"' -DT_x contract.c: calls the function on inputs that meet its contract, and checks what it ensures.
#include "nondet.h"
#include PROGRAM
#define E(c) do{ if(!(c)) reach_error(); }while(0)
#define I __VERIFIER_nondet_int
static int upto(int m){ return (int)(rnd()%(unsigned)(m+1)); }
static void *get(long n){ return malloc((unsigned long)n); }   // exact sizes, so that the sanitizer sees every wrong index
static int *ints(int n){ int *a=get(n*4l); for(int i=0;i<n;i++) a[i]=I(); return a; }
static void *dup_(const void *p,long n){ void *q=get(n); memcpy(q,p,(unsigned long)n); return q; }
static int cmp(const void *x,const void *y){ int a=*(const int*)x,b=*(const int*)y; return (a>b)-(a<b); }
static void test(void){
  int n=upto(span>40?40:span); (void)cmp; (void)ints; (void)dup_;
#if defined T_rec_compact
  struct rec *r=get(n*(long)sizeof *r); int id=-5; for(int i=0;i<n;i++){ id+=1+upto(3); r[i].id=id; r[i].live=upto(2)-1; }
  int w=compact(r,n); E(0<=w && w<=n); for(int k=0;k<w;k++){ E(r[k].live); for(int y=k+1;y<w;y++) E(r[k].id<r[y].id); }
#elif defined T_delta_trip
  if(n<1) return; int *a=ints(n),*d=get(n*4),*b=get(n*4); for(int i=0;i<n;i++) a[i]=upto(100000); int *o=dup_(a,n*4);
  round_trip(a,d,b,n); for(int k=0;k<n;k++) E(b[k]==a[k] && a[k]==o[k] && (k==0 || d[k]==a[k]-a[k-1]));
#elif defined T_gap_open
  int p=upto(n),g=upto(5),v=I(); int *a=ints(n+g),*o=dup_(a,(n+g)*4l); open_gap(a,n,p,g,v);
  for(int k=0;k<p;k++) E(a[k]==o[k]); for(int k=p;k<n;k++) E(a[k+g]==o[k]); for(int k=p;k<p+g;k++) E(a[k]==v);
#elif defined T_prefix_min_idx
  if(n<1) return; int *a=ints(n),*p=get(n*4); min_index(a,p,n); for(int k=0;k<n;k++){ E(0<=p[k] && p[k]<=k); for(int j=0;j<=k;j++) E(a[p[k]]<=a[j]); }
#elif defined T_bitmap
  int size=1+upto(9); unsigned char *m=get(size); for(int i=0;i<size;i++) m[i]=(unsigned char)rnd(); int *x=get(n*4); for(int i=0;i<n;i++) x[i]=upto(8*size-1);
  mark_all(m,size,x,n); for(int k=0;k<n;k++) E((m[x[k]/8]&(1<<(x[k]%8)))!=0);
#elif defined T_sat_add
  unsigned char *a=get(n),*b=get(n); for(int i=0;i<n;i++){ a[i]=__VERIFIER_nondet_uchar(); b[i]=__VERIFIER_nondet_uchar(); } unsigned char *o=dup_(a,n);
  sat_add(a,b,n); for(int k=0;k<n;k++) E(a[k]>=o[k] && a[k]>=b[k] && (a[k]==255 || a[k]==o[k]+b[k]));
#elif defined T_checksum
  unsigned char *d=get(n); for(int i=0;i<n;i++) d[i]=__VERIFIER_nondet_uchar(); unsigned m=1+(unsigned)upto(rnd()%2?65535:5); unsigned s=check(d,(unsigned)n,m); E(n==0 ? s==1 : s<m);
#elif defined T_row_max
  int *m=ints(4*n),*t=get(n*4); row_max(m,t,n); for(int i=0;i<n;i++) for(int j=0;j<4;j++) E(m[4*i+j]<=t[i]);
#elif defined T_lower_bound
  int *a=ints(n),key=rnd()%2 && n ? a[upto(n-1)] : I(); qsort(a,(unsigned long)n,4,cmp); int r=lower_bound(a,n,key); E(0<=r && r<=n); for(int k=0;k<n;k++) E(k<r ? a[k]<key : a[k]>=key);
#elif defined T_pair_swap
  int *a=ints(n),*o=dup_(a,n*4l); pair_swap(a,n); for(int k=0;2*k+1<n;k++) E(a[2*k]==o[2*k+1] && a[2*k+1]==o[2*k]);
#elif defined T_parse_num
  char *s=get(n); for(int i=0;i<n;i++) s[i]=__VERIFIER_nondet_char(); int v=-1,r=parse_num(s,n,&v); E(0<=r && r<=n && 0<=v && v<=65535);
  for(int k=0;k<r;k++) E('0'<=s[k] && s[k]<='9'); if(r<n) E(s[r]<'0' || s[r]>'9');
#elif defined T_trim
  char *s=get(n); for(int i=0;i<n;i++) s[i]=__VERIFIER_nondet_char(); int f=-1,e=trim(s,n,&f); E(0<=f && f<=e && e<=n);
  for(int k=0;k<n;k++) if(k<f || k>=e) E(s[k]==' '); if(f<e) E(s[f]!=' ' && s[e-1]!=' ');
#elif defined T_ilog2
  int x=rnd()%2 ? 1+n : 1+upto(999999999); int p=floor_pow2(x); E(1<=p && p<=x && x<2l*p);
#elif defined T_probe
  int cap=1+upto(7),key=1+upto(20); int *t=get(cap*4l); for(int i=0;i<cap;i++) t[i]=upto(1)*upto(20); int *o=dup_(t,cap*4l); int r=put(t,cap,key); E(-1<=r && r<cap);
  for(int k=0;k<cap;k++) E(k==r ? t[k]==key && (o[k]==0 || o[k]==key) : t[k]==o[k]);
#elif defined T_heap_push
  int *a=ints(n+1); for(int i=1;i<n;i++) if(a[(i-1)/2]<a[i]) a[i]=a[(i-1)/2]; push(a,n,I()); for(int k=1;k<=n;k++) E(a[(k-1)/2]>=a[k]);
#elif defined T_count_sort
  int *a=ints(n); for(int i=0;i<n;i++) a[i]=upto(1); int z=sort_bits(a,n); E(0<=z && z<=n); for(int k=0;k<n;k++) E(a[k]==(k>=z));
#else
#error no test
#endif
}
int main(int argc,char **argv){
  volatile long runs=argc>1 ? atol(argv[1]) : 3000;
  for(volatile long r=0;r<runs;r++){ new_run(); if(setjmp(again)==0){ test(); completed++; } }
  printf("%ld %ld\n",completed,failed); return 0;
}
