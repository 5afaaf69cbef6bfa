//! options: --property unreach-call
// Code elsewhere writes variables that it can name, also in a program with `main`: this was once proved.
void reach_error(void);
extern int level;
int named;
static int hidden;
void elsewhere(void);

int main(void)
{
    level = named = hidden = 1;
    elsewhere();
    if (hidden != 1)
        reach_error();
    if (level != 1)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code does is not known
    if (named != 1)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code does is not known
    return 0;
}
