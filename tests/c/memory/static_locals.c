// A static variable of a function keeps its value between calls.

static int count(void)
{
    static int calls;
    calls++;
    return calls;
}

int main(void)
{
    int first = count(), second = count(), third = count();
    //@ assert first == 1 && second == 2;
    //@ assert third == 2; //~ refuted assert
    return 0;
}
