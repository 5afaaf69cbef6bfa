// Following a pointer to a record needs the member's bytes, not the record's: partly allocated records and `container_of` on the
// head of a list were once refuted.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct packet { int kind; int length; char payload[16]; };
struct link { struct link *next; };
struct job { long id; struct link link; };

static struct link jobs = { &jobs };

static int head_only(int read)
{
    struct packet *p = malloc(offsetof(struct packet, payload));
    if (!p)
        return 0;
    p->kind = 1;
    p->length = 0;
    if (read)
        p->length = p->payload[0]; //~ refuted bounds
    free(p);
    return 0;
}

static int no_jobs(void)
{
    int count = 0;
    struct job *j = (struct job *)((char *)jobs.next - offsetof(struct job, link));
    while (&j->link != &jobs) {
        count++;
        j = (struct job *)((char *)j->link.next - offsetof(struct job, link));
    }
    return count;
}

int main(void)
{
    int count = no_jobs();
    struct job *j = (struct job *)((char *)&jobs - offsetof(struct job, link));
    if (j->link.next != &jobs || __VERIFIER_nondet_int())
        return count + head_only(__VERIFIER_nondet_int());
    return (int)j->id; //~ refuted bounds
}
