// A machine with three states: runs come by again and again, but there is not much to see.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int stage = 0, held = 0;
    while (__VERIFIER_nondet_int()) {
        int event = __VERIFIER_nondet_int();
        if (stage == 0 && event > 0) {
            held = 1;
            stage = 1;
        } else if (stage == 1 && event == 0) {
            stage = 2;
        } else if (stage == 2) {
            held = 0;
            stage = 0;
        }
        if ((stage == 0) != (held == 0))
            reach_error();
    }
    if (stage < 0 || stage > 2)
        reach_error();
    return 0;
}
