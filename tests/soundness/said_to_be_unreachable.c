// What happens where `__builtin_unreachable` is reached is not defined: runs once ended there silently.
void reached(int x)
{
    if (x == 5)
        __builtin_unreachable(); //~ refuted unreachable
}

int right(unsigned x)
{
    switch (x % 2) {
    case 0: return 0;
    case 1: return 1;
    }
    __builtin_unreachable();
}

void stops(int x)
{
    if (x == 5)
        __builtin_trap();
}
