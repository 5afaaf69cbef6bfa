// `[static n]` promises that many elements: this was once refuted where it is used, and not checked where it is called.
int last(int row[static 3]) { return row[2]; }

int called(void)
{
    int two[2] = { 1, 2 };
    return last(two); //~ refuted bounds
}

int enough(void)
{
    int four[4] = { 1, 2, 3, 4 };
    return last(four);
}

int one_more(int row[static 3]) { return row[3]; } //~ refuted bounds
