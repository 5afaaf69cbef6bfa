/* What a generated program needs where no 32-bit C library is installed: an entry, printf("%lld\n", …) and nothing else of
 * printf, an allocator that never frees, the 64-bit divisions that gcc leaves to its library, and memory functions. */
typedef unsigned long long u64;
typedef long long i64;

int main(void);

static int system_call(int number, int first, const void *second, int third)
{
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second), "d"(third) : "memory");
    return result;
}

void start(void)
{
    system_call(1, main(), 0, 0);
    for (;;)
        ;
}

/* The stack is aligned as the ABI wants it. */
__asm__(".globl _start\n_start:\n    xor %ebp, %ebp\n    and $-16, %esp\n    call start\n");

static u64 divide(u64 dividend, u64 divisor, u64 *remainder)
{
    u64 quotient = 0, rest = 0;
    for (int bit = 63; bit >= 0; bit--) {
        u64 carry = rest >> 63;
        rest = rest << 1 | (dividend >> bit & 1);
        if (carry || rest >= divisor) {
            rest -= divisor;
            quotient |= 1ull << bit;
        }
    }
    *remainder = rest;
    return quotient;
}

u64 __udivdi3(u64 dividend, u64 divisor)
{
    u64 rest;
    return divide(dividend, divisor, &rest);
}

u64 __umoddi3(u64 dividend, u64 divisor)
{
    u64 rest;
    divide(dividend, divisor, &rest);
    return rest;
}

static u64 magnitude(i64 value)
{
    return value < 0 ? -(u64)value : (u64)value;
}

i64 __divdi3(i64 dividend, i64 divisor)
{
    u64 quotient = __udivdi3(magnitude(dividend), magnitude(divisor));
    return (i64)((dividend < 0) != (divisor < 0) ? -quotient : quotient);
}

i64 __moddi3(i64 dividend, i64 divisor)
{
    u64 rest = __umoddi3(magnitude(dividend), magnitude(divisor));
    return (i64)(dividend < 0 ? -rest : rest);
}

int printf(const char *format, ...)
{
    char text[24];
    int at = sizeof text;
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    i64 value = __builtin_va_arg(arguments, i64);
    __builtin_va_end(arguments);
    u64 rest = magnitude(value);
    text[--at] = '\n';
    do {
        text[--at] = (char)('0' + __umoddi3(rest, 10));
        rest = __udivdi3(rest, 10);
    } while (rest);
    if (value < 0)
        text[--at] = '-';
    return system_call(4, 1, text + at, (int)sizeof text - at);
}

static char heap[1 << 20] __attribute__((aligned(16)));
static unsigned used;

void *malloc(__SIZE_TYPE__ size)
{
    unsigned start = used;
    used += (size + 15) & ~15u;
    return used <= sizeof heap ? heap + start : 0;
}

void free(void *pointer)
{
    (void)pointer;
}

void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
    for (__SIZE_TYPE__ i = 0; i < size; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memset(void *to, int value, __SIZE_TYPE__ size)
{
    for (__SIZE_TYPE__ i = 0; i < size; i++)
        ((volatile char *)to)[i] = (char)value;
    return to;
}
