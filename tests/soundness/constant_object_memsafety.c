//! options: --property valid-memsafety
// Whether a write to a constant object is an invalid dereference is left open; it was once fine.
static const int limit = 3;

int main(void)
{
    int *p = (int *)&limit;
    *p = 4; //~ unknown
    return 0;
}
