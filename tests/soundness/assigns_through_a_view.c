// A pointer that another type points to the same variable: writing one member of it was once taken for writing another.
struct two {
    int a, b;
} g;

/*@ requires \valid(q) && (void *)q == (void *)&g; assigns g.b; */ //~ refuted ensures
void other_member(int *q)
{
    *q = *q == 0;
}

/*@ requires \valid(q) && (void *)q == (void *)&g; assigns g.a; */
void this_member(int *q)
{
    *q = 1;
}

/*@ requires \valid(q) && (void *)q == (void *)&g; assigns g; */
void any_member(int *q)
{
    *q = 1;
    g.b = 2;
}
