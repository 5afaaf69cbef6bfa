// A call through a pointer that no function was ever stored in: this was once proved.
int through_null(void)
{
    int (*function)(int) = 0;
    return function(1); //~ refuted call
}

static int one(int x) { return x; }

int other_parameters(void)
{
    int (*function)(int, int) = (int (*)(int, int))one;
    return function(1, 2); //~ refuted call
}
