//! options: --property unreach-call
// Functions of the library that call functions of the program: this was once proved.
#include <pthread.h>
#include <search.h>
void reach_error(void);
static int started;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static void start(void) { started = 1; }

int main(void)
{
    pthread_once(&control, start); //~ unknown unreachable
    if (started)
        reach_error(); //~ unknown unreachable
    return 0;
}
