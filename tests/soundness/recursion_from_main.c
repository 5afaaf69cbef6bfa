// `f` fails for some arguments, but not for those that `main` gives it: this was once refuted.
void reach_error(void);

void f(int n)
{
    if (n < 3)
        return;
    f(n - 1);
    reach_error();
}

int main(void)
{
    f(2);
    return 0;
}
