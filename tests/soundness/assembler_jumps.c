//! options: --property unreach-call
// `asm goto` may go to its labels; it was once passed.
void reach_error(void);

int main(void)
{
    asm goto("jmp %l0" : : : : away);
    return 0;
away:
    reach_error(); //~ unknown
    return 0;
}
