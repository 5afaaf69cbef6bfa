// Writes to string literals and to constant objects were once like any other.
/*@ requires \valid(text); */
void clear_valid(char *text)
{
    *text = 0;
}

/*@ requires \valid_read(text); */
void clear_readable(char *text)
{
    *text = 0; //~ refuted read-only
}

/*@ requires \valid_read(text); */
char first(const char *text)
{
    return *text;
}

static const int limit = 3;
static int level = 3;

void through_a_global(void)
{
    int *p = &level;
    *p = 4;
    p = (int *)&limit;
    *p = 4; //~ refuted read-only
}

void through_a_local(int c)
{
    const int fixed = 5;
    int free = 6;
    int *p = c ? &free : (int *)&fixed;
    *p += 1; //~ refuted read-only
}

void local_that_varies(void)
{
    int free = 6;
    int *p = &free;
    *p += 1;
}

void literals(void)
{
    char own[] = "abc";
    char *text = own;
    text[1] = 'x';
    clear_valid(own);
    first("abc");
    text = "abc";
    text[1] = 'x'; //~ refuted read-only
}

void literal_to_be_cleared(void)
{
    clear_valid("abc"); //~ refuted requires
}
