// Clauses that nobody checks were once skipped, and the function that has them was proved.
int g, h;

/*@ decreases n; */ //~ warning ignored //~ unknown assert, should be refuted: recursion is not measured
int decreases(int n)
{
    return decreases(n);
}

/*@ terminates \true; */ //~ warning ignored //~ unknown assert, should be refuted: it is not known what ends
void terminates(void)
{
    while (1)
        ;
}

/*@ assigns g \from \nothing; */ //~ warning ignored //~ unknown assert, should be refuted: dependences are not followed
void depends(void)
{
    g = h;
}

/*@ requires \valid(p); frees \nothing; */ //~ warning unsupported-annotation //~ unknown assert, should be proved: not followed
void frees_nothing(int *p)
{
    *p = 1;
}

/*@ exits \false; */ //~ warning unsupported-annotation //~ unknown assert, should be proved: not followed
void exits(void)
{
    g = 1;
}

int returns(void)
{
    /*@ returns \result == 0; */ //~ warning unsupported-annotation //~ unknown assert, should be refuted: not followed
    return 1;
}

/*@ behavior positive: assumes x > 0; ensures \true; */
void some_behaviors(int x)
{
    int i = 0;
    /*@ for positive: loop assigns i; */ //~ warning unsupported-annotation //~ unknown assert, should be refuted: skipped
    while (i < 5) {
        i++;
        g = i;
    }
}

/*@ frees p; assigns \nothing; */ //~ warning unsupported-annotation
void release(int *p);

/*@ requires \valid(p); */
int after_release(int *p)
{
    release(p); //~ unknown assert, should be refuted: that the object may be gone is not modelled
    return *p;
}

/*@ ensures \result == 1; */ //~ warning ignored //~ unknown assert, should be refuted: the definition has another one
int declared(void);
/*@ ensures \result == 2; */
int declared(void)
{
    return 2;
}

/* The memory that goes away was once refuted against `assigns`. */
/*@ requires \freeable(p); frees p; assigns \nothing; */ //~ warning unsupported-annotation //~ unknown assert, should be proved: not followed
void frees_one(int *p)
{
    __builtin_free(p);
}
