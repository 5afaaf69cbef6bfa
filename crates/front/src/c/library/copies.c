/* Functions of the C library that copy strings. They have no contracts: what one of them writes is as long as a string,
 * and `strdup` allocates. Proofs take the body as if it stood at the call, with the invariants of its loops. */

char *strcpy(char *to, const char *from)
{
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> to[k] == from[k] && from[k] != 0;
        loop invariant \forall integer k; i <= k ==> to[k] == \at(to[k], LoopEntry);
        loop assigns i, to[0 ..]; */
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

char *strncpy(char *to, const char *from, invar_size limit)
{
    invar_size i = 0;
    /*@ loop invariant i <= limit;
        loop invariant \forall integer k; 0 <= k && k < i ==> to[k] == from[k] && from[k] != 0;
        loop invariant \forall integer k; i <= k ==> to[k] == \at(to[k], LoopEntry);
        loop assigns i, to[0 ..]; */
    while (i < limit && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    invar_size copied = i;
    /*@ loop invariant copied <= i && i <= limit;
        loop invariant \forall integer k; copied <= k && k < i ==> to[k] == 0;
        loop invariant \forall integer k; i <= k ==> to[k] == \at(to[k], LoopEntry);
        loop assigns i, to[copied ..]; */
    while (i < limit) {
        to[i] = 0;
        i++;
    }
    return to;
}

char *strcat(char *to, const char *from)
{
    invar_size n = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < n ==> to[k] != 0;
        loop assigns n; */
    while (to[n] != 0)
        n++;
    invar_size i = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < i ==> to[n + k] == from[k] && from[k] != 0;
        loop invariant \forall integer k; n + i <= k ==> to[k] == \at(to[k], LoopEntry);
        loop assigns i, to[n ..]; */
    while (from[i] != 0) {
        to[n + i] = from[i];
        i++;
    }
    to[n + i] = 0;
    return to;
}

char *strncat(char *to, const char *from, invar_size limit)
{
    invar_size n = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < n ==> to[k] != 0;
        loop assigns n; */
    while (to[n] != 0)
        n++;
    invar_size i = 0;
    /*@ loop invariant i <= limit;
        loop invariant \forall integer k; 0 <= k && k < i ==> to[n + k] == from[k] && from[k] != 0;
        loop invariant \forall integer k; n + i <= k ==> to[k] == \at(to[k], LoopEntry);
        loop assigns i, to[n ..]; */
    while (i < limit && from[i] != 0) {
        to[n + i] = from[i];
        i++;
    }
    to[n + i] = 0;
    return to;
}

char *strdup(const char *s)
{
    extern void *malloc(invar_size);
    invar_size n = 0;
    /*@ loop invariant \forall integer k; 0 <= k && k < n ==> s[k] != 0;
        loop assigns n; */
    while (s[n] != 0)
        n++;
    char *copy = (char *)malloc(n + 1);
    if (copy == 0)
        return 0;
    invar_size i = 0;
    /*@ loop invariant i <= n + 1;
        loop invariant \forall integer k; 0 <= k && k < i ==> copy[k] == s[k];
        loop assigns i, copy[0 ..]; */
    while (i <= n) {
        copy[i] = s[i];
        i++;
    }
    return copy;
}

/* What `errno` stands for; calls of the library leave any value in it. */
int *__errno_location(void)
{
    static int invar_errno;
    return &invar_errno;
}
