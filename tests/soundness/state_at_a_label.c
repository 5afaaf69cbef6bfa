// The state at a label is not modelled, and must not be taken for the present one: this was once proved.
void f(int x)
{
start:
    x = 7;
    //@ assert \at(x, start) == x; //~ unknown assert
}
