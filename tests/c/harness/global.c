// The divisor is a global variable, the data a structure by value.
struct range {
  int low, high;
};

int step;
int limits[3];

/*@ requires \true; */
int steps(struct range range)
{
  if (range.low >= range.high || limits[1] != 5)
    return 0;
  return range.high / step; //~ refuted division
}
