// Bit operations of annotations are done in 128 bits, shifts up to them. The first two hold and were once refuted; the
// last two do not and were once proved.
void cubed(unsigned long x)
{
    //@ assert ((x * x * x) & 1) <= 1; //~ unknown assert
}

void named(unsigned long x)
{
    //@ assert \let y = x * x * x; (y & 1) <= 1; //~ unknown assert
}

// A cast makes the product narrow again.
void narrow(unsigned long x)
{
    //@ assert (((unsigned char) (x * x * x)) & 1) <= 1;
}

void shifted(void)
{
    //@ assert 1 << 200 == 1 << 127; //~ unknown assert
}

void shifted_back(int x)
{
    //@ assert x >> -1 == x >> 127; //~ unknown assert
}
