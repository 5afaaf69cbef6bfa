//! options: --property unreach-call
// A program without variables that others can reach still gets memory from unseen code, through its result.
void reach_error(void);
int *lookup(void);

int main(void)
{
    int *found = lookup();
    if (*found == 5)
        reach_error(); //~ refuted unreachable
    return 0;
}
