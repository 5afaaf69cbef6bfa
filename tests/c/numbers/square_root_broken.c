// Stops one step too late.
/*@ requires 0 <= x <= 3;
  @ assigns \nothing;
  @ ensures \result * \result <= x; //~ refuted ensures
  @*/
int square_root(int x)
{
  int root = 0;
  /*@ loop invariant 0 <= root <= 3;
    @ loop assigns root;
    @*/
  while (root * root < x)
    root++;
  return root;
}
