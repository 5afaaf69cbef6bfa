//! options: --rule locking
// The lock is held around the loop's work, and given back before every return.
extern int __VERIFIER_nondet_int(void);
//@ assigns \nothing;
void acquire(void);
//@ assigns \nothing;
void release(void);

int packets;

static int transfer(int count)
{
  int done = 0;
  do {
    acquire();
    int before = packets;
    done = __VERIFIER_nondet_int();
    if (done) {
      release();
      packets++;
    }
    if (packets == before)
      release();
  } while (!done && count-- > 0);
  return done;
}

int main(void)
{
  packets = 0;
  int count = __VERIFIER_nondet_int();
  return transfer(count);
}
