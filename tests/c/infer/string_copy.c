// That i stays below the length follows from what the loop keeps about the source: it is inferred together with it.
/*@ requires n >= 0 && \valid(d + (0 .. n)) && \valid_read(s + (0 .. n)) && \separated(d + (0 .. n), s + (0 .. n));
  @ requires s[n] == 0;
  @ requires \forall int x; 0 <= x && x < n ==> s[x] != 0;
  @ ensures \forall int x; 0 <= x && x <= n ==> d[x] == s[x];
  @*/
void string_copy(char *d, const char *s, int n)
{
  int i = 0;
  while (s[i] != 0) {
    d[i] = s[i];
    i++;
  }
  d[i] = 0;
}
