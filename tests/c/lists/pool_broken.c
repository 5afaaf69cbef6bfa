// A link may be 16 here.
int link_of[16];

/*@ requires \forall integer k; 0 <= k < 16 ==> 0 <= link_of[k] <= 16;
  @ requires 0 <= start < 16;
  @ assigns \nothing;
  @*/
int second_link(int start)
{
  return link_of[link_of[start]]; //~ refuted bounds
}
