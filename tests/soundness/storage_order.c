//! options: --property unreach-call
// The bytes of a record with another order of storage were once in the usual order.
void reach_error(void);

struct __attribute__((scalar_storage_order("big-endian"))) number { //~ unknown
    unsigned int value;
};

union bytes {
    struct number number;
    unsigned char byte[4];
};

int main(void)
{
    union bytes u;
    u.number.value = 0x01020304;
    if (u.byte[3] == 4)
        reach_error();
    return 0;
}
