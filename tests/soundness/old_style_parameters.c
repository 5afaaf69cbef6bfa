//! options: --property unreach-call
// Arguments of old-style functions were once not converted back to the parameter's type.
void reach_error(void);

int sum(letter, number, flag) unsigned short number; char letter; _Bool flag;
{
    return letter + number + flag;
}

int is_one(wide) long wide;
{
    return wide == 1;
}

int main(void)
{
    int (*old)() = sum;
    if (sum(258, 65539, 7) != 6 || old(258, 65539, 7) != 6)
        reach_error();
    if (!is_one(1)) //~ unknown
        reach_error(); //~ unknown
    return 0;
}
