//! options: --rule locking
// The state of a rule was once held against a `loop assigns` of the program, which cannot name it.
//@ assigns \nothing;
void acquire(void);
//@ assigns \nothing;
void release(void);

int main(void)
{
    int i;
    /*@ loop assigns i; */
    for (i = 0; i < 1; i++)
        acquire();
    release();
    return 0;
}
