// Pointers to alternatives of a union, and to the union itself: what is written through one is seen through the other.
// Their types were once taken to keep them apart.
union number { int narrow; long wide; };
union bits { float value; int number; };
union rows { int narrow[4]; long wide[2]; };
union number shared;

/*@ requires \valid(u) && \valid(p); assigns u->narrow; ensures *p == \old(*p); */ //~ unknown ensures, should be refuted: memory that may be reached in two ways
void union_and_alternative(union number *u, long *p)
{
    u->narrow = 1;
}

/*@ requires \valid(u) && \valid(p) && *p == 7; assigns u->value; ensures *p == 7; */ //~ unknown ensures, should be refuted: memory that may be reached in two ways
void bits_of_a_float(union bits *u, int *p)
{
    u->value = 1.0f;
}

/*@ requires \valid(p); assigns shared; ensures *p == \old(*p); */ //~ unknown ensures, should be refuted: memory that may be reached in two ways
void global_union(long *p)
{
    shared.narrow = 1;
}

/*@ requires \valid(p) && \valid(q); assigns *p; ensures *q == \old(*q); */ //~ unknown ensures, should be refuted: memory that may be reached in two ways //~ unknown ensures, should be proved: memory that may be reached in two ways
void two_alternatives(int *p, long *q)
{
    *p = 1;
}

/*@ requires \valid(u) && \valid(p + (0 .. 1)); assigns u->narrow[0 .. 3]; ensures p[1] == \old(p[1]); */ //~ unknown ensures, should be refuted: memory that may be reached in two ways //~ unknown ensures, should be proved: memory that may be reached in two ways
void rows(union rows *u, long *p)
{
    u->narrow[2] = 1;
}
