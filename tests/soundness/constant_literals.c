// A compound literal may be constant, too.
void writes(void)
{
    int *p = (int *)(const int[]){ 1, 2 };
    p[0] = 3; //~ refuted read-only
}

void allowed(void)
{
    int *p = (int[]){ 1, 2 };
    p[0] = 3;
}
