// With a contract, recursion is a call like any other.
/*@ requires 0 <= n && n <= 1000;
  @ assigns \nothing;
  @ ensures 2 * \result == n * (n + 1);
  @*/
static int sum_to(int n)
{
    if (n == 0)
        return 0;
    return n + sum_to(n - 1);
}

void ten(void)
{
    int sum = sum_to(10);
    //@ assert sum == 55;
}

/*@ requires 0 <= n && n <= 1000;
  @ assigns \nothing;
  @ ensures \result == n; //~ refuted ensures
  @*/
static int one_too_many(int n)
{
    if (n == 0)
        return 1;
    return 1 + one_too_many(n - 1);
}

int use(void)
{
    return one_too_many(3);
}
