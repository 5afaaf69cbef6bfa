// Up to the first zero, which is there.
/*@ requires \exists integer k; 0 <= k < 1000000 && s[k] == 0 && \valid_read(s + (0 .. k));
  @ assigns \nothing;
  @ ensures 0 <= \result && s[\result] == 0;
  @ ensures \forall integer k; 0 <= k < \result ==> s[k] != 0;
  @*/
int length(const char *s)
{
  int i = 0;
  /*@ loop invariant 0 <= i;
    @ loop invariant \forall integer k; 0 <= k < i ==> s[k] != 0;
    @ loop assigns i;
    @*/
  while (s[i] != 0)
    i++;
  return i;
}
