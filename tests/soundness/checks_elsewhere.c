//! options: --property unreach-call
// A function that code elsewhere was given may be called by it, and fail: this was once proved.
void reach_error(void);
static void failing(void) { reach_error(); }
void register_handler(void (*handler)(void));

int main(void)
{
    register_handler(failing); //~ unknown unreachable
    return 0;
}
