// The place of a character, or null.
/*@ requires c != 0;
  @ requires \exists integer k; 0 <= k < 1000000 && s[k] == 0 && \valid_read(s + (0 .. k));
  @ assigns \nothing;
  @ ensures \result != \null ==> *\result == c;
  @ ensures \result == \null ==>
  @   (\exists integer k; 0 <= k && s[k] == 0 && (\forall integer j; 0 <= j < k ==> s[j] != c));
  @*/
const char *find(const char *s, char c)
{
  int i = 0;
  /*@ loop invariant 0 <= i;
    @ loop invariant \forall integer j; 0 <= j < i ==> s[j] != c && s[j] != 0;
    @ loop assigns i;
    @*/
  while (s[i] != 0) {
    if (s[i] == c)
      return s + i;
    i++;
  }
  return (void *)0;
}
