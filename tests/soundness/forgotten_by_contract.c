// A call by contract once forgot whole arrays where `assigns` lists elements, and functions could write the others.
struct point {
    int x, y[3];
};
int a[5], m[3][4];
struct point v, w[3];

/*@ requires 0 <= i < 5; assigns a[i]; ensures a[i] == 1; */
void set(int i);
/*@ assigns a[1 .. 2]; */
void set_range(void);
/*@ assigns m[1][2], v.y[1], w[1].y[2]; */
void set_parts(void);
/*@ requires \valid(p + (0 .. n - 1)); assigns p[0 .. n - 1]; */
void clear(int *p, int n);
/*@ requires \valid(p); assigns p->y[1]; */
void set_member(struct point *p);

/*@ requires 0 <= i < 4; assigns a[i]; */ //~ refuted ensures
void next_element(int i)
{
    a[i + 1] = a[i + 1] == 0;
}

/*@ requires 0 <= i < 4; assigns a[i], a[i + 1]; */
void both_elements(int i)
{
    a[i] = 1;
    a[i + 1] = 2;
}

/*@ assigns m[1][2]; */ //~ refuted ensures
void other_column(void)
{
    m[1][3] = 1;
}

/*@ assigns w[1].y[2]; */ //~ refuted ensures
void other_member(void)
{
    w[1].y[1] = 1;
}

/*@ assigns w[1].y, m[1]; */
void all_of_a_row(int i)
{
    if (i < 0 || i > 2)
        return;
    w[1].y[i] = 1;
    m[1][i] = 1;
}

int main(void)
{
    struct point local = {1, {2, 3, 4}};
    int row[9];
    row[8] = 7;
    a[0] = 7;
    a[2] = 7;
    a[4] = 7;
    set(1);
    /*@ assert a[2] == 7 && a[1] == 1; */
    set_range();
    /*@ assert a[0] == 7 && a[4] == 7; */
    m[1][3] = 3;
    m[2][2] = 3;
    v.x = 3;
    v.y[0] = 3;
    w[1].y[1] = 3;
    w[2].y[2] = 3;
    set_parts();
    /*@ assert m[1][3] == 3 && m[2][2] == 3 && v.x == 3 && v.y[0] == 3; */
    /*@ assert w[1].y[1] == 3 && w[2].y[2] == 3; */
    clear(row, 8);
    /*@ assert row[8] == 7; */
    set_member(&local);
    /*@ assert local.x == 1 && local.y[0] == 2 && local.y[2] == 4; */
    return 0;
}
