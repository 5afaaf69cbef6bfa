// No type of C holds this constant. Compilers that go on take it modulo 2^64, and reach the error.
extern void reach_error(void);

int main(void)
{
  if (99999999999999999999999 == 200376420520689663UL) //~ error too-large-constant
    reach_error();
  return 0;
}
