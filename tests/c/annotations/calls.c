// A caller knows the contract of what it calls: that of the definition, or of the declaration if there is no other.
/*@ requires 0 <= limit;
  @ assigns \nothing;
  @ ensures 0 <= \result <= limit;
  @*/
int below(int limit);

/*@ requires x < 1000;
  @ assigns *to;
  @ ensures *to == x + 1;
  @*/
void increment(int x, int *to);

/*@ ensures 1 <= \result <= 11; */
int caller(void)
{
  int result;
  int x = below(10);
  increment(x, &result);
  //@ assert result == x + 1;
  return result;
}

int wrong(void)
{
  return below(-1); //~ refuted requires
}
