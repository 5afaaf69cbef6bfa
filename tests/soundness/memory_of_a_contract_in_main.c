// In a program that is known from `main` on there was no memory but its own: a pointer from a function without body
// pointed to the only variable, or nowhere, and everything was proved after it.
int known;

/*@ assigns \nothing; ensures \valid(\result); */
int *get(void);

int main(void)
{
    int *p = get();
    /*@ check p == &known; */ //~ refuted assert
    /*@ check p != &known; */ //~ refuted assert
    /*@ check 1 == 2; */ //~ refuted assert
    *p = 3;
    /*@ check *p == 3; */
    return 0;
}
