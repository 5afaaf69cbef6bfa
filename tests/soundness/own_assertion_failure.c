// What a failing `assert` prints is not looked at, unless the program itself says what happens then.
static int seen;

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    //@ assert condition[0] == 'x';
    //@ assert file[1] == '.';
    seen = line;
}

int main(void)
{
    int x = 0;
    if (!(x == 1))
        __assert_fail("x == 1", "a.c", 3, "main");
    //@ assert seen == 3;
    return seen;
}
