// Behaviours that do not cover everything, or cover something twice.
/*@ assigns \nothing;
  @ behavior negative: assumes x < 0; ensures \result == 0;
  @ behavior positive: assumes x > 0; ensures \result == x;
  @ complete behaviors; //~ refuted assert
  @ disjoint behaviors;
  @*/
int cut(int x)
{
  return x < 0 ? 0 : x;
}

/*@ assigns \nothing;
  @ behavior low: assumes x <= 0; ensures \result == 0;
  @ behavior high: assumes x >= 0; ensures \result == x;
  @ complete behaviors low, high;
  @ disjoint behaviors low, high; //~ refuted assert
  @*/
int cut_both(int x)
{
  return x < 0 ? 0 : x;
}
