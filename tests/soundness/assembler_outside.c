//! options: --property unreach-call
// Assembler text outside of functions may define anything; it was once not there.
void reach_error(void);

int cell;
__asm__(".globl poke\npoke: ret"); //~ unknown

int main(void)
{
    if (cell)
        reach_error();
    return 0;
}
