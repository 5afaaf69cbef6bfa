//! options: --check +leak
// Memory of the stack need not be freed: this was once called a leak.
void *__builtin_alloca(__typeof__(sizeof 0));

int main(void)
{
    int *p = (int *)__builtin_alloca(4 * sizeof(int));
    int x = 0;
    int *q = &x;
    p[0] = *q;
    return p[0];
}
