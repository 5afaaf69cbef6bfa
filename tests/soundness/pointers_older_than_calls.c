// What a call leaves in memory points to nothing that is made after it. Such runs were once shown as failing.
#include <stdlib.h>

/*@ assigns *p; ensures \valid(*p); */
void get(int **p);
int *kept;

void after_a_call(void)
{
    int *q;
    get(&q);
    int *x = malloc(sizeof *x);
    if (!x)
        return;
    *x = 1;
    *q = 2;
    //@ assert *x == 1;
    kept = x;
}

void after_two_calls(void)
{
    int *q;
    get(&q);
    int *x = malloc(sizeof *x);
    if (!x)
        return;
    *x = 1;
    kept = x;
    get(&q);
    *q = 2;
    //@ assert *x == 1; //~ refuted assert
}
