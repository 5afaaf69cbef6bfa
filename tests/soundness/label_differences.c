//! options: --property unreach-call
// The distance of two labels is only known to the compiler; it was once 0.
void reach_error(void);

int main(void)
{
    static const int distance[] = { &&first - &&first, &&second - &&first };
    int i = 1;
    goto *(&&first + distance[i]); //~ unknown
first:
    return 0;
second:
    reach_error();
    return 0;
}
