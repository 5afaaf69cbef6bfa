// Two pointers walk side by side; both memories are one map.

/*@ requires n >= 0 && \valid_read(src + (0 .. n-1)) && \valid(dst + (0 .. n-1));
  @ requires \separated(src + (0 .. n-1), dst + (0 .. n-1));
  @ ensures \forall int x; 0 <= x && x < n ==> dst[x] == \old(src[x]);
  @*/
void copy(int *dst, const int *src, int n)
{
  while (n-- > 0)
    *dst++ = *src++;
}
