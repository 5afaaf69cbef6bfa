// A list by indices into a pool of nodes: every link stays inside, or is -1.
int link_of[16];
int value_of[16];

/*@ predicate linked = \forall integer k; 0 <= k < 16 ==> -1 <= link_of[k] < 16; */

/*@ requires linked && -1 <= start < 16 && 0 <= steps;
  @ assigns \nothing;
  @ ensures -1 <= \result < 16;
  @ ensures \result >= 0 ==> value_of[\result] == key;
  @*/
int find_in_pool(int start, int key, int steps)
{
  int at = start;
  /*@ loop invariant -1 <= at < 16;
    @ loop assigns at, steps;
    @ loop variant steps;
    @*/
  while (at >= 0 && steps > 0) {
    if (value_of[at] == key)
      return at;
    at = link_of[at];
    steps--;
  }
  return -1;
}
