//! options: --property unreach-call
// Calling the function is the error, whatever body a task gives it: this was once answered true.
void reach_error(void)
{
}

int main(void)
{
    int x = 1;
    if (x)
        reach_error(); //~ refuted unreachable
    return 0;
}
