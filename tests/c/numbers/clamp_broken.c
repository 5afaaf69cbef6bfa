// The bounds are exchanged.
/*@ requires low <= high;
  @ assigns \nothing;
  @ ensures low <= \result <= high; //~ refuted ensures
  @*/
int clamp(int x, int low, int high)
{
  return x < high ? high : x > low ? low : x;
}
