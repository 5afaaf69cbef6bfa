// One memory, two views.

union word { unsigned int whole; unsigned char bytes[4]; };

void low_byte_first(void)
{
    union word w;
    w.whole = 0x01020304u;
    //@ assert w.bytes[0] == 4 && w.bytes[3] == 1;
    w.bytes[0] = 5;
    //@ assert w.whole == 0x01020305u;
}

void wrong(void)
{
    union word w;
    w.whole = 0x01020304u;
    //@ assert w.bytes[0] == 1; //~ refuted assert
}
