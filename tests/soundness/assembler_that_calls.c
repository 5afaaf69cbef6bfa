//! options: --property unreach-call
// Assembler text that names a function may call it.
void reach_error(void) {}

int main(void)
{
    __asm__ volatile("call reach_error"); //~ unknown unreachable, should be refuted: assembler text is not read
    return 0;
}
