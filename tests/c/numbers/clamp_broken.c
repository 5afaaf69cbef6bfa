// The wrong bound for small values.
/*@ requires low <= high;
  @ assigns \nothing;
  @ ensures x < low ==> \result == low; //~ refuted ensures
  @*/
int clamp(int x, int low, int high)
{
  return x < low ? high : x > high ? high : x;
}
