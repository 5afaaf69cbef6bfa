// A bit-field wraps at its width also when its record is reached through pointers to its parts.
void reach_error(void);

struct flags {
    unsigned low : 3;
    int rest[2];
};

int main(void)
{
    struct flags f;
    struct flags *p = &f;
    int *inner = p->rest;
    inner[0] = 1;
    p->low = 9;
    if (p->low == 9)
        reach_error();
    if (p->low == 1)
        reach_error(); //~ refuted unreachable
    return 0;
}
