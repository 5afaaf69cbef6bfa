// Two records that are alternatives of one union: what they begin with in common may be the same memory. They were once kept
// apart because neither is a part of the other.
struct circle { int kind; int radius; };
struct square { int kind; int side; };
union shape { struct circle circle; struct square square; };
struct label { int kind; char *text; };

/*@ requires \valid(p) && \valid(q); */
void both(struct circle *p, struct square *q)
{
    p->kind = 1;
    q->kind = 2;
    //@ assert p->kind == 1; //~ refuted assert
}

/*@ requires \valid(p) && \valid(q); */
void in_no_union(struct circle *p, struct label *q)
{
    p->kind = 1;
    q->kind = 2;
    //@ assert p->kind == 1;
}

struct cube { int kind; int side; int weight; };
union body { struct circle circle; struct cube cube; };

/*@ requires \valid(q + (0 .. 1)) && \offset(q) == 0 && \block_length(q) == 24 && \valid(p); */
void between(struct circle *p, struct cube *q)
{
    q[1].kind = 1;
    p->kind = 2;
    //@ assert q[1].kind == 1; //~ unknown assert
}
