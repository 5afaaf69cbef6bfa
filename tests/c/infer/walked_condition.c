// Conditions on memory that is walked through: as far as a loop counts, and as far as a text goes.
struct call {
    char letters[7];
};

int first_six(const char *call) //~ conditional
{
    int n, s = 0;
    for (n = 0; n < 6; n++)
        s ^= call[n];
    return s;
}

void set_eight(int *cells) //~ conditional
{
    int i = 0;
    while (i != 8)
        cells[i++] = 0;
}

void raise(char *s) //~ conditional
{
    char *p;
    if (s == 0)
        return;
    for (p = s; *p != '\0'; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
}

int length(const char *s) //~ conditional
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

const char *skip_spaces(const char *s) //~ conditional
{
    while (*s == ' ')
        s++;
    return s;
}

// One step after the end is taken.
int beyond(const char *s)
{
    while (*s)
        s++;
    return s[1]; //~ unknown bounds
}
