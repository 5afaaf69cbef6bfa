// The system passes valid pointers, which are not modelled. This was once refuted with a null pointer; and since no object of
// the program is what they point to, everything behind such an access would be proved.
void reach_error(void);

int main(int argc, char **argv)
{
    char first = 0;
    if (argc > 1)
        first = argv[1][0]; //~ unknown assert //~ unknown null //~ unknown use-after-free
    if (first == 'x')
        reach_error();
    return 0;
}
