// What a behavior may assign was once not checked, and callers did not know it.
int g, h;

/*@ behavior positive: assumes x > 0; assigns \nothing; */ //~ refuted ensures
void alone(int x)
{
    if (x > 0)
        g = g == 0;
}

/*@ behavior positive: assumes x > 0; assigns \nothing; */
void alone_kept(int x)
{
    if (x <= 0)
        g = g == 0;
}

/*@ assigns g, h;
    behavior first: assumes x > 0;
      assigns g; //~ refuted ensures
    behavior second: assumes x <= 0;
      assigns h; */
void one_of_two(int x)
{
    if (x != 1)
        h = 1;
    if (x <= 0)
        h = 2;
    else
        g = 2;
}

/*@ behavior first: assumes x > 0; assigns g;
    behavior second: assumes x <= 0; assigns h;
    complete behaviors; */
void one_of_two_kept(int x)
{
    if (x > 0)
        g = 1;
    else
        h = 1;
}

/*@ requires \valid(to);
    assigns *to;
    behavior none: assumes n <= 0;
      assigns \nothing; */ //~ refuted ensures
void through_a_pointer(int *to, int n)
{
    if (n < 5)
        *to = n;
}

/*@ behavior first: assumes x > 0; assigns g;
    behavior second: assumes x <= 0; assigns h;
    complete behaviors; disjoint behaviors; */
void elsewhere(int x);

void by_contract(int x)
{
    g = 1;
    h = 2;
    elsewhere(3);
    /*@ assert h == 2; */
    /*@ assert g == 1; */ //~ refuted assert
    elsewhere(-3);
    /*@ assert h == 2; */ //~ refuted assert
}
