// A pointer from outside may point to a constant that other files can name, but nobody writes there. The constant was once
// seen to change.
const int limit = 10;
const int table[3] = { 1, 2, 3 };
extern const int other;
int plain = 10;

/*@ requires \valid(p); */
void write(int *p)
{
    int before = other;
    *p = 2;
    //@ assert limit == 10;
    //@ assert table[1] == 2;
    //@ assert other == before;
    //@ assert plain == 10; //~ refuted assert
}
