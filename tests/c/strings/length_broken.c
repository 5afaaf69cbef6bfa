// Looks at the second character first, and passes the end of an empty string.
/*@ requires \valid_read(s) && s[0] == 0 && \block_length(s) == 1 && \offset(s) == 0;
  @ assigns \nothing;
  @*/
int length(const char *s)
{
  int i = 1;
  /*@ loop invariant 1 <= i;
    @ loop assigns i;
    @*/
  while (s[i] != 0) //~ refuted bounds
    i++;
  return i;
}
