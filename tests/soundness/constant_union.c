// A record with a union is copied byte by byte; that it is written was once not checked against its being constant.
struct tagged { int tag; union { int *where; long number; } value; };

static const struct tagged fixed = { 1, { 0 } };

int main(void)
{
    struct tagged other = { 2, { 0 } };
    struct tagged *to = (struct tagged *)&fixed;
    *to = other; //~ refuted read-only
    return 0;
}
