/* String functions of the C library, as C code with contracts. A program that declares one of them without defining it
 * gets this definition: the bounded engine runs the body, proofs use the contract, and the body is proved against the
 * contract by the tests. */

typedef __typeof__(sizeof 0) invar_size;

/*@ requires \valid_read(s);
    requires \exists integer n; 0 <= n && \valid_read(s + (0 .. n)) && s[n] == 0;
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
