//! options: --property unreach-call
// Code elsewhere calls functions of this file, and they write static variables: this was once proved.
void reach_error(void);
static int calls;
static int place;
static int *target;

void on_event(void) { calls++; }
void fill(void) { if (target) *target = 7; }
void elsewhere(void);

int main(void)
{
    target = &place;
    elsewhere();
    if (calls != 0)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code does is not known
    if (place == 7)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code does is not known
    return 0;
}
