//! options: --property unreach-call
// A pointer that unseen code returns points to something: runs once ended where it was followed.
void reach_error(void);
int counter;
struct pair { int first, second; } both;
int *lookup(int key);

int main(void)
{
    counter = 0;
    both.second = 0;
    int *found = lookup(1);
    if (*found == 5)
        reach_error(); //~ refuted unreachable
    *found = 9;
    if (counter == 9)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code returns is not known
    if (both.second == 9)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code returns is not known
    return 0;
}
