// SPW09 Table 1, do_xenoprof_op: a dispatcher; under one operation and in one state the array a is copied to b.
/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
  @ requires \separated(a + (0 .. n-1), b + (0 .. n-1));
  @*/
int do_op(int *a, int *b, int n, int op, int state)
{
  int result = 0;
  int domains = 0;
  switch (op) {
  case 0:
    domains = 0;
    break;
  case 1:
    if (state != 0)
      result = -1;
    else
      state = 1;
    break;
  case 2:
    if (state == 1) {
      for (int i = 0; i < n; i++) {
        b[i] = a[i];
        domains++;
      }
    } else {
      result = -1;
    }
    break;
  case 3:
    for (int i = 0; i < n; i++)
      b[i] = 0;
    state = 0;
    break;
  default:
    result = -2;
    break;
  }
  //@ assert op == 2 && state == 1 ==> (\forall integer k; 0 <= k < n ==> b[k] == a[k]);
  return result;
}
