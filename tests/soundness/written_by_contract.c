// A static variable that only the contract of a function without a body lets change. It is no constant: proofs that took it for
// one were wrong.

static int divisor = 1;

/*@ assigns divisor;
    ensures divisor == 0; */
void reset(void);

/*@ requires \true;
    assigns \nothing; */
static int share(int n)
{
  return n / divisor; //~ refuted division
}

int main(void)
{
  reset();
  return share(1);
}
