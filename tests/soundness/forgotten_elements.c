// Where the program is known from `main` on, `assigns a[i]` once forgot all of `a`, which refuted what is true.
struct point {
    int x, y[3];
};
int a[5], m[3][4];
struct point v;

/*@ requires 0 <= i < 5; assigns a[i]; ensures a[i] == 1; */
void set(int i);
/*@ assigns m[1][2], v.y[1]; */
void set_parts(void);
/*@ requires 0 <= i < 5; assigns a[i]; ensures a[i] == value; */
void put(int i, int value)
{
    a[i] = value;
}
/*@ requires 0 <= i < 4; assigns a[i]; */ //~ refuted ensures
void put_after(int i)
{
    a[i + 1] = a[i + 1] == 0;
}

int main(void)
{
    a[2] = 7;
    set(1);
    put(0, 3);
    /*@ check a[2] == 7 && a[1] == 1 && a[0] == 3; */
    put(2, 4);
    /*@ check a[2] == 7; */ //~ refuted assert
    m[1][3] = 3;
    m[2][2] = 3;
    v.x = 3;
    v.y[0] = 3;
    set_parts();
    /*@ check m[1][3] == 3 && m[2][2] == 3 && v.x == 3 && v.y[0] == 3; */
    /*@ check m[1][2] == 0; */ //~ refuted assert
    /*@ check v.y[1] == 0; */ //~ refuted assert
    return 0;
}
