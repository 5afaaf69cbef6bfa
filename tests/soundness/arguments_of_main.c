// The system passes `argc` strings and a null pointer. This was once refuted with a null pointer; and while the strings did
// not exist in the model, everything after such an access would have been proved.
void reach_error(void);

int main(int argc, char **argv)
{
    char first = 0;
    if (argc > 1)
        first = argv[1][0];
    if (argv[argc] != 0)
        reach_error();
    for (int i = 0; i < argc; i++)
        if (argv[i] == 0)
            reach_error();
    if (first == 'x')
        reach_error(); //~ refuted unreachable
    return argv[argc + 1] == 0; //~ refuted bounds
}
