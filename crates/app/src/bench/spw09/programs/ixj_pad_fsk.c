// SPW09 Table 1, ixj_pad_fsk: after a buffer's count samples, two loops append zeros.
/*@ requires 0 <= count && 0 <= pad && count + 2 * pad <= 1000000;
  @ requires \valid(fsk + (0 .. count + 2 * pad - 1));
  @*/
int pad(int *fsk, int count, int pad)
{
  int first = count;
  int end = count;
  for (int i = 0; i < pad; i++) {
    fsk[end] = 0;
    end++;
  }
  for (int i = 0; i < pad; i++) {
    fsk[end] = 0;
    end++;
  }
  //@ assert \forall integer k; first <= k < end ==> fsk[k] == 0;
  return end;
}
