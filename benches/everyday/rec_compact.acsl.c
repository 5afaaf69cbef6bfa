// expect: proved
struct rec { int id; int live; };
/*@ requires 0 <= n && n <= 1000000 && \valid(r+(0..n-1));
  requires \forall integer x, y; 0 <= x && x < y && y < n ==> r[x].id < r[y].id;
  assigns r[0..n-1];
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < \result ==> r[k].live != 0;
  ensures \forall integer x, y; 0 <= x && x < y && y < \result ==> r[x].id < r[y].id; */
int compact(struct rec *r,int n){
  int w=0;
  for(int i=0;i<n;i++)
    if(r[i].live!=0){ r[w]=r[i]; w++; }
  return w;
}
