// Returns the place behind the character.
/*@ requires \valid_read(s + (0 .. 2)) && s[2] == 0 && c != 0;
  @ assigns \nothing;
  @ ensures \result != \null ==> *\result == c; //~ refuted ensures
  @*/
const char *find(const char *s, char c)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= 2;
    @ loop assigns i;
    @*/
  while (s[i] != 0) {
    if (s[i] == c)
      return s + i + 1;
    i++;
  }
  return (void *)0;
}
