// Two pointers differ and may still share their lowest byte. This was once proved.
void f(char *p, char *q)
{
    //@ assert p != q ==> (char) p != (char) q; //~ unknown assert
}
