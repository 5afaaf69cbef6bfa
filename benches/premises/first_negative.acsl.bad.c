// expect: refuted
/*@ requires n >= 0 && \valid_read(a+(0..n-1));
  assigns \nothing;
  behavior some:
    assumes \exists integer k; 0 <= k && k < n && a[k] < 0;
    ensures 0 <= \result && \result < n && a[\result] < 0;
  behavior none:
    assumes \forall integer k; 0 <= k && k < n ==> a[k] >= 0;
    ensures \result == -1; */
int first_negative(const int *a, int n){
  for(int i=0;i<n;i++) if(a[i]<=0) return i;
  return -1;
}
