// The destination lacks the place for the zero at the end. That the other accesses hold was proved by predicates about what is assumed, which
// clauses have taken the place of; beside a run that fails, clauses are not looked for.
/*@ requires n >= 1 && \valid(d + (0 .. n-1)) && \valid_read(s + (0 .. n)) && \separated(d + (0 .. n), s + (0 .. n));
  @ requires s[n] == 0;
  @ requires \forall int x; 0 <= x && x < n ==> s[x] != 0;
  @*/
void string_copy(char *d, const char *s, int n)
{
  int i = 0;
  while (s[i] != 0) { //~ unknown bounds
    d[i] = s[i]; //~ unknown bounds
    i++;
  }
  d[i] = 0; //~ refuted bounds
}
