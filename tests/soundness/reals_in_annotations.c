// Reals are not integers: none of these holds, and all of them were once proved.
//@ axiomatic halves { logic real half(integer n); }

void bound(void)
{
    //@ assert \forall real x; x > 0 ==> x >= 1; //~ unknown assert
}

void bound_of_c(void)
{
    //@ assert \forall double x; x > 0 ==> x >= 1; //~ unknown assert
}

void divided(void)
{
    //@ assert (real) 1 / (real) 2 == (real) 0; //~ unknown assert
}

void applied(void)
{
    //@ assert half(1) > 0 ==> half(1) >= 1; //~ unknown assert
}
