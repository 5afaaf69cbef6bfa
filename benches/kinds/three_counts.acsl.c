// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid(neg) && \valid(pos);
  requires \separated(neg, pos, a+(0..n-1));
  assigns *neg, *pos;
  ensures 0 <= *neg && 0 <= *pos && 0 <= \result;
  ensures *neg + *pos + \result == n;
  ensures \result == n ==> (\forall integer k; 0 <= k && k < n ==> a[k] == 0); */
unsigned long three_counts(const int *a,unsigned long n,unsigned long *neg,unsigned long *pos){
  unsigned long zero=0;
  *neg=0; *pos=0;
  while(n>0){
    n--;
    if(a[n]<0) (*neg)++;
    else if(a[n]>0) (*pos)++;
    else zero++;
  }
  return zero;
}
