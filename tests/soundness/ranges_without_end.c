// One valid element does not make all of them valid. This was once proved.
//@ requires \valid(p);
void f(int *p)
{
    //@ assert \valid(p + (0 ..)); //~ unknown assert
}
