// Without `main`, constants were once taken to hold anything, and functions that read them were refuted.
static const int days[4] = {31, 28, 31, 30};
static const int limit = 40;
static int count = 3;
static int changed = 3;
const char *const word = "yes";
static const struct { short low, high; } spans[2] = {{0, 9}, {10}};
static int counter;

//@ ensures \result == 28;
int february(void) { return days[1]; }

/*@ requires 0 <= i && i < 4; ensures 28 <= \result && \result < limit; */
int any_month(int i) { return days[i]; }

//@ ensures \result == 3;
int number(void) { return count; }

//@ ensures \result == 3; //~ refuted ensures
int changing(void) { return changed++; }

//@ ensures \result == 'y';
int letter(void) { return word[0]; }

//@ ensures \result == 10;
int rest(void) { return spans[1].low + spans[1].high; }

// The address of `counter` is taken, if only in an annotation: the parameter may be it.
/*@ requires p == &counter; ensures *p == 7; */ //~ refuted ensures
void set(int *p) { *p = 5; }
