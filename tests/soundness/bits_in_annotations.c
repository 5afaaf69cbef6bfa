// Logical integers have no width: the conjunction of two values of 64 bits need not fit a `long`. This was once proved.
void f(unsigned long a, unsigned long b)
{
    //@ assert (a & b) <= 9223372036854775807; //~ refuted assert
}
