// Going back before a declaration does not leave its block, so the object stays the same one. It was once a new one.
void same(void)
{
    int *first = 0;
    int round = 0;
    {
    again:;
        int value = 20 + round;
        if (round == 1) {
            //@ assert first == &value;
            //@ assert *first == 21;
            return;
        }
        first = &value;
        round = 1;
        goto again;
    }
}

int another(void)
{
    int *first = 0;
    int round = 0;
again:
    if (round == 1)
        return *first; //~ refuted use-after-free
    {
        int value = 0;
        first = &value;
        round = 1;
        goto again;
    }
}

int array(void)
{
    int *first = 0;
    int length = 3;
again:
    if (first)
        return *first; //~ refuted use-after-free
    int values[length];
    values[0] = 0;
    first = values;
    goto again;
}

void literals(void)
{
    int *kept[2];
    int i = 0;
again:
    kept[i] = &(int){ i };
    if (++i < 2)
        goto again;
    //@ assert kept[0] == kept[1];
    //@ assert *kept[0] == 1;
}
