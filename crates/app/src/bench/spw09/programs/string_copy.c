// SPW09 Table 1, string_copy: what s1 holds up to its terminal zero is copied to s2.
/*@ requires 0 <= n;
  @ requires \valid_read(s1 + (0 .. n)) && \valid(s2 + (0 .. n));
  @ requires \separated(s1 + (0 .. n), s2 + (0 .. n));
  @ requires s1[n] == 0;
  @*/
void string_copy(const char *s1, char *s2, int n)
{
  int i = 0;
  while (i < n && s1[i] != 0) {
    s2[i] = s1[i];
    i++;
  }
  s2[i] = 0;
  //@ assert \forall integer k; 0 <= k < i ==> s2[k] == s1[k];
}
