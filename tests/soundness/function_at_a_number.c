// A number that becomes a pointer to a function is no function of the program.
void called(void)
{
    void (*p)(void) = (void (*)(void))4096;
    p(); //~ unknown assert, should be refuted: what is at an address is not known
}
