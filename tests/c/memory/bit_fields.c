// Fields of some bits wrap around in their width and leave their neighbours alone.

struct flags { unsigned low : 3; unsigned high : 5; int sign : 2; };

void neighbours(void)
{
    struct flags f = { 0, 0, 0 };
    f.low = 9;
    f.high = 31;
    f.sign = -1;
    //@ assert f.low == 1 && f.high == 31 && f.sign == -1;
}

void wrong(void)
{
    struct flags f = { 0, 0, 0 };
    f.low = 8;
    //@ assert f.low == 8; //~ refuted assert
}
