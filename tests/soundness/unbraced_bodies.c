//! options: --property valid-memsafety
// The body of an `if` or a loop is a block without braces too: its compound literals end with it. They once stayed alive.
int *inside;

int main(void)
{
    int i = 3;
    if (i == 3)
        inside = &(int){ 5 };
    return *inside; //~ refuted use-after-free
}
