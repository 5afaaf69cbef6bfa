// Bit operations of annotations are done in 128 bits with a sign. This holds, and was once refuted.
void f(unsigned __int128 a)
{
    //@ assert (a & 1) <= 1; //~ unknown assert, should be proved: the lowest bit is 0 or 1
}
