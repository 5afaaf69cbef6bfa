// A value between two bounds.
/*@ requires low <= high;
  @ assigns \nothing;
  @ behavior below: assumes x < low; ensures \result == low;
  @ behavior above: assumes x > high; ensures \result == high;
  @ behavior between: assumes low <= x <= high; ensures \result == x;
  @ complete behaviors;
  @ disjoint behaviors;
  @*/
int clamp(int x, int low, int high)
{
  return x < low ? low : x > high ? high : x;
}
