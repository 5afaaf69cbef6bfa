// The same through `void *`: a row of two characters is no record of four bytes.
struct head { char kind; short value; };

static void set(void *p)
{
    ((struct head *)p)->value = 5; //~ refuted bounds
}

int main(void)
{
    char memory[2] = { 1, 2 };
    set(memory);
    return 0;
}
