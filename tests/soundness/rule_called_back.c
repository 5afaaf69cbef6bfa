//! options: --rule locking
// Code that is not there may call `work`, which acquires the lock; the second call was once proved to keep to the rule.
void acquire(void) {}
void release(void) {}
void work(void) { acquire(); }
void elsewhere(void); //~ unknown requires

int main(void)
{
    elsewhere();
    acquire();
    release();
    return 0;
}
