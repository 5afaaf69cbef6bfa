// GNU C has arrays without elements: declaring one was once called an access out of bounds.
int sum(int n)
{
    int a[n];
    int s = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        s += a[i]; //~ vacuous
    }
    return s;
}

int main(void)
{
    return sum(0);
}
