/* String and character functions of the C library, as C code with contracts. A program that uses one of them without
 * defining it gets this definition: the bounded engine runs the body, proofs use the contract, and the tests prove each
 * body against its contract. Those whose contract would need words that annotations do not have stand in `copies.c`.
 *
 * No function here uses another: a program gets exactly those that it names. Characters are those of the C locale. */

typedef __typeof__(sizeof 0) invar_size;

/*@ requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    assigns \nothing;
    ensures \valid_read(s + (0 .. \result));
    ensures s[\result] == 0;
    ensures \forall integer k; 0 <= k && k < \result ==> s[k] != 0;
*/
invar_size strlen(const char *s)
{
    invar_size n = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < n ==> s[k] != 0;
        loop invariant \valid_read(s + (0 .. n));
        loop assigns n; */
    while (s[n] != 0)
        n++;
    return n;
}

/*@ requires \exists integer m; 0 <= m && m <= limit && \valid_read(s + (0 .. m - 1))
                 && (m == limit || (\valid_read(s + m) && s[m] == 0));
    assigns \nothing;
    ensures \result <= limit;
    ensures \forall integer k; 0 <= k && k < \result ==> s[k] != 0;
    ensures \result < limit ==> s[\result] == 0;
*/
invar_size strnlen(const char *s, invar_size limit)
{
    invar_size n = 0;
    /*@ loop invariant n <= limit;
        loop invariant \forall integer k; 0 <= k && k < n ==> s[k] != 0;
        loop assigns n; */
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

/*@ requires \exists integer n; 0 <= n && \valid_read(a + (0 .. n)) && a[n] == 0;
    requires \exists integer n; 0 <= n && \valid_read(b + (0 .. n)) && b[n] == 0;
    assigns \nothing;
    ensures \result == 0 ==> \exists integer n; 0 <= n && a[n] == 0 && b[n] == 0
                && (\forall integer k; 0 <= k && k < n ==> a[k] == b[k] && a[k] != 0);
    ensures a == b ==> \result == 0;
    ensures (unsigned char)a[0] < (unsigned char)b[0] ==> \result < 0;
    ensures (unsigned char)a[0] > (unsigned char)b[0] ==> \result > 0;
*/
int strcmp(const char *a, const char *b)
{
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> a[k] == b[k] && a[k] != 0;
        loop assigns i; */
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

/*@ requires \exists integer m; 0 <= m && m <= limit && \valid_read(a + (0 .. m - 1))
                 && (m == limit || (\valid_read(a + m) && a[m] == 0));
    requires \exists integer m; 0 <= m && m <= limit && \valid_read(b + (0 .. m - 1))
                 && (m == limit || (\valid_read(b + m) && b[m] == 0));
    assigns \nothing;
    ensures limit == 0 ==> \result == 0;
    ensures a == b ==> \result == 0;
*/
int strncmp(const char *a, const char *b, invar_size limit)
{
    invar_size i = 0;
    /*@ loop invariant i <= limit;
        loop invariant \forall integer k; 0 <= k && k < i ==> a[k] == b[k] && a[k] != 0;
        loop assigns i; */
    while (i < limit && a[i] != 0 && a[i] == b[i])
        i++;
    if (i == limit)
        return 0;
    return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

/*@ requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    assigns \nothing;
    ensures \result != \null ==> \valid_read(\result) && *\result == (char)c;
    ensures \result != \null ==> \base_addr(\result) == \base_addr(s);
*/
char *strchr(const char *s, int c)
{
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> s[k] != 0 && s[k] != (char)c;
        loop assigns i; */
    while (s[i] != (char)c) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *)(s + i);
}

/*@ requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    assigns \nothing;
    ensures \result != \null ==> \valid_read(\result) && *\result == (char)c;
    ensures \result != \null ==> \base_addr(\result) == \base_addr(s);
*/
char *strrchr(const char *s, int c)
{
    char *found = 0;
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> s[k] != 0;
        loop invariant found != \null ==> \valid_read(found) && *found == (char)c;
        loop invariant found != \null ==> \base_addr(found) == \base_addr(s);
        loop assigns i, found; */
    for (;;) {
        if (s[i] == (char)c)
            found = (char *)(s + i);
        if (s[i] == 0)
            return found;
        i++;
    }
}

/*@ requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    requires \exists integer n; 0 <= n && \valid_read(part + (0 .. n)) && part[n] == 0;
    assigns \nothing;
    ensures \result != \null ==> \valid_read(\result);
    ensures \result != \null ==> \base_addr(\result) == \base_addr(s);
*/
char *strstr(const char *s, const char *part)
{
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> s[k] != 0;
        loop assigns i; */
    for (;;) {
        invar_size k = 0;
        /*@ loop invariant \forall integer j; 0 <= j && j < k ==> part[j] != 0;
            loop invariant \forall integer j; 0 <= j && j < i + k ==> s[j] != 0;
            loop assigns k; */
        while (part[k] != 0 && (s + i)[k] == part[k])
            k++;
        if (part[k] == 0)
            return (char *)(s + i);
        if (s[i] == 0)
            return 0;
        i++;
    }
}

/*@ requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    requires \exists integer n; 0 <= n && \valid_read(accepted + (0 .. n)) && accepted[n] == 0;
    assigns \nothing;
    ensures \valid_read(s + (0 .. \result));
    ensures \forall integer k; 0 <= k && k < \result ==> s[k] != 0;
*/
invar_size strspn(const char *s, const char *accepted)
{
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> s[k] != 0;
        loop assigns i; */
    while (s[i] != 0) {
        invar_size k = 0;
        /*@ loop invariant \forall integer j; 0 <= j && j < k ==> accepted[j] != 0;
            loop assigns k; */
        while (accepted[k] != 0 && accepted[k] != s[i])
            k++;
        if (accepted[k] == 0)
            return i;
        i++;
    }
    return i;
}

/*@ requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    requires \exists integer n; 0 <= n && \valid_read(rejected + (0 .. n)) && rejected[n] == 0;
    assigns \nothing;
    ensures \valid_read(s + (0 .. \result));
    ensures \forall integer k; 0 <= k && k < \result ==> s[k] != 0;
*/
invar_size strcspn(const char *s, const char *rejected)
{
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> s[k] != 0;
        loop assigns i; */
    while (s[i] != 0) {
        invar_size k = 0;
        /*@ loop invariant \forall integer j; 0 <= j && j < k ==> rejected[j] != 0;
            loop assigns k; */
        while (rejected[k] != 0 && rejected[k] != s[i])
            k++;
        if (rejected[k] != 0)
            return i;
        i++;
    }
    return i;
}

/*@ requires \valid_read((const unsigned char *)a + (0 .. n - 1));
    requires \valid_read((const unsigned char *)b + (0 .. n - 1));
    assigns \nothing;
    ensures \result == 0 ==>
            \forall integer k; 0 <= k && k < n ==> ((const unsigned char *)a)[k] == ((const unsigned char *)b)[k];
    ensures (\forall integer k; 0 <= k && k < n ==> ((const unsigned char *)a)[k] == ((const unsigned char *)b)[k])
            ==> \result == 0;
    ensures n > 0 && ((const unsigned char *)a)[0] < ((const unsigned char *)b)[0] ==> \result < 0;
    ensures n > 0 && ((const unsigned char *)a)[0] > ((const unsigned char *)b)[0] ==> \result > 0;
*/
int memcmp(const void *a, const void *b, invar_size n)
{
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    invar_size i = 0;
    /*@ loop invariant i <= n;
        loop invariant \forall integer k; 0 <= k && k < i ==> x[k] == y[k];
        loop assigns i; */
    while (i < n && x[i] == y[i])
        i++;
    return i == n ? 0 : (int)x[i] - (int)y[i];
}

/*@ requires \exists integer m; 0 <= m && m <= n && \valid_read((const unsigned char *)s + (0 .. m - 1))
                 && (m == n || (\valid_read((const unsigned char *)s + m)
                                && ((const unsigned char *)s)[m] == (unsigned char)c));
    assigns \nothing;
    ensures \result != \null ==>
            \valid_read((unsigned char *)\result) && *(unsigned char *)\result == (unsigned char)c;
    ensures \result != \null ==> \base_addr(\result) == \base_addr(s);
*/
void *memchr(const void *s, int c, invar_size n)
{
    const unsigned char *bytes = (const unsigned char *)s;
    invar_size i = 0;
    /*@ loop invariant i <= n;
        loop invariant \forall integer k; 0 <= k && k < i ==> bytes[k] != (unsigned char)c;
        loop assigns i; */
    while (i < n) {
        if (bytes[i] == (unsigned char)c)
            return (void *)(bytes + i);
        i++;
    }
    return 0;
}

/* A number that is too large for an `int` is undefined; here it wraps around. */
/*@ requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
    assigns \nothing; */
int atoi(const char *s)
{
    invar_size i = 0;
    unsigned value = 0;
    int negative = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> s[k] != 0;
        loop assigns i; */
    while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
        i++;
    if (s[i] == '-' || s[i] == '+') {
        negative = s[i] == '-';
        i++;
    }
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> s[k] != 0;
        loop assigns i, value; */
    while (s[i] >= '0' && s[i] <= '9') {
        value = 10 * value + (unsigned)(s[i] - '0');
        i++;
    }
    return (int)(negative ? -value : value);
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> '0' <= c && c <= '9'; */
int isdigit(int c)
{
    return c >= '0' && c <= '9';
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F'); */
int isxdigit(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> 'a' <= c && c <= 'z'; */
int islower(int c)
{
    return c >= 'a' && c <= 'z';
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> 'A' <= c && c <= 'Z'; */
int isupper(int c)
{
    return c >= 'A' && c <= 'Z';
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); */
int isalpha(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); */
int isalnum(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> c == ' ' || (9 <= c && c <= 13); */
int isspace(int c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures \result != 0 <==> 32 <= c && c <= 126; */
int isprint(int c)
{
    return c >= 32 && c <= 126;
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures 'a' <= c && c <= 'z' ==> \result == c - 32;
    ensures !('a' <= c && c <= 'z') ==> \result == c; */
int toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

/*@ requires -1 <= c && c <= 255;
    assigns \nothing;
    ensures 'A' <= c && c <= 'Z' ==> \result == c + 32;
    ensures !('A' <= c && c <= 'Z') ==> \result == c; */
int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
