// Blanks at the beginning: runs must see several of them for the right clause.

/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result && \result <= n;
    ensures \forall integer k; 0 <= k && k < \result ==> s[k] == ' ' || s[k] == '\t';
    ensures \result < n ==> s[\result] != ' ' && s[\result] != '\t'; */
int blanks(const char *s, int n) {
    int at = 0;
    while (at < n && (s[at] == ' ' || s[at] == '\t'))
        at++;
    return at;
}
