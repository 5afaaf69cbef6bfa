// A member may be constant in a record that is not.
struct mixed { const int fixed; const int row[2]; int free; };

void writes(void)
{
    struct mixed m = { 1, { 2, 3 }, 4 };
    *(int *)&m.fixed = 5; //~ unknown read-only, should be refuted: which members are constant is not followed
}

void row(void)
{
    struct mixed m = { 1, { 2, 3 }, 4 };
    int *p = (int *)m.row;
    p[1] = 5; //~ unknown read-only, should be refuted: which members are constant is not followed
}

void allowed(void)
{
    struct mixed m = { 1, { 2, 3 }, 4 };
    m.free = 5;
}
