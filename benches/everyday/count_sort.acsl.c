// expect: proved
/*@ requires 0 <= n && \valid(a+(0..n-1));
  requires \forall integer k; 0 <= k && k < n ==> a[k] == 0 || a[k] == 1;
  assigns a[0..n-1];
  ensures 0 <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < \result ==> a[k] == 0;
  ensures \forall integer k; \result <= k && k < n ==> a[k] == 1; */
int sort_bits(int *a,int n){
  int ones=0;
  for(int i=0;i<n;i++) ones+=a[i];
  int z=n-ones;
  for(int i=0;i<n;i++) a[i]= i<z ? 0 : 1;
  return z;
}
