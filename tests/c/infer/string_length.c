// A pointer walks to the end of the string.

/*@ requires n >= 0 && \valid_read(s + (0 .. n)) && s[n] == 0;
  @ requires \forall int x; 0 <= x && x < n ==> s[x] != 0;
  @ assigns \nothing;
  @ ensures \result == n;
  @*/
int length(const char *s, int n)
{
  const char *p = s;
  while (*p)
    p++;
  return (int)(p - s);
}
