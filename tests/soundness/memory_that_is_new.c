// A function that is known by its contract gives away a new object: it is apart from all others, and that is no contradiction.
/*@ assigns \nothing; ensures \fresh(\result, 4) && \valid(\result); */
int *get_new(void);

/*@ requires \valid(p); */
void apart(int *p)
{
    int *q = get_new();
    *p = 1;
    *q = 2;
    /*@ check *p == 1; */
    /*@ check 1 == 2; */ //~ unknown assert, should be refuted: symbolic runs ask for a value that nobody reads
}
