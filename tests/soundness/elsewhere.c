//! options: --property valid-memsafety
// What lies before an array of unknown length that is defined elsewhere was once proved valid; what lies in it may be there or
// not.
extern int numbers[];

int main(void)
{
    int first = numbers[4]; //~ unknown bounds
    return first + numbers[-2]; //~ refuted bounds
}
