// Calls through pointers reach the functions that were stored.

static int twice(int x) { return 2 * (x % 1000); }
static int next(int x) { return x % 1000 + 1; }

static int apply(int (*f)(int), int x) { return f(x); }

int main(void)
{
    int (*table[2])(int) = { twice, next };
    int a = apply(table[0], 5), b = apply(table[1], 5), c = apply(next, 5);
    //@ assert a == 10 && b == 6;
    //@ assert c == 10; //~ refuted assert
    return 0;
}
