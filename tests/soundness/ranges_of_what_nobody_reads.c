// Memory that only annotations read has values of its type. It once held any integers, which refuted what every value of the
// type satisfies.
struct packed { unsigned small : 3; int number : 4; };
struct mixed { unsigned char letter; short number; int rest[2]; };
unsigned char letters[4];

/*@ requires \valid(p); ensures *p <= 255; */ //~ unknown ensures, should be proved: only code reads values with their range
void letter(unsigned char *p)
{
}

/*@ requires \valid(p + (0 .. 1)); ensures p[1] <= 2147483647; */ //~ unknown ensures, should be proved: only code reads values with their range
void number(int *p)
{
}

/*@ requires 0 <= i && i < 4; ensures letters[i] <= 255; */ //~ unknown ensures, should be proved: only code reads values with their range
void global(int i)
{
}

/*@ requires \valid(p); ensures p->letter <= 255 && p->number >= -32768; */ //~ unknown ensures, should be proved: only code reads values with their range
void members(struct mixed *p)
{
}

/*@ requires \valid(p) && p->small < 7; assigns p->small; ensures -8 <= p->number && p->number <= 7; */ //~ unknown ensures, should be proved: only code reads values with their range
void bits(struct packed *p)
{
    p->small++;
}

/*@ requires \valid(p); ensures *p <= 200; */ //~ refuted ensures
void not_all(unsigned char *p)
{
}
