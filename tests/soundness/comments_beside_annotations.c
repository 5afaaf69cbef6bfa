// Comments are kept beside annotations; what that changes is found without. //~ unknown assert, should be refuted: macros saw a comment
#define next(x) (x + 1)
int (next)(int x) { return x; }

int main(void)
{
    int got = next /* a comment */ (3);
    //@ assert got == 3;
    return 0;
}
