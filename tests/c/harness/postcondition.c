/* The smaller of two numbers, with the branches mixed up. */

/*@ ensures \result <= a && \result <= b; //~ refuted ensures
    assigns \nothing; */
int smaller(int a, int b)
{
  return a < b ? b : a;
}
