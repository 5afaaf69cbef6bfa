// A contract may stand at the declaration and at the definition. Only the last one counts: another one before it is not checked.
/*@ requires x > 0; ensures \result > 0; */
int same(int x);
/*@ requires x > 0; ensures \result > 0; */
int same(int x) { return x; }

/*@ ensures \result > 0; */ //~ warning ignored //~ unknown assert, should be refuted: only one contract is checked
int other(int x);
/*@ ensures \result == x; */
int other(int x) { return x; }
