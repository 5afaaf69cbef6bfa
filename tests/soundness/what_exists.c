// What a contract says to exist is named where the body begins: each claim has a name of its own, and what is bound inside of one stays inside.
/*@ requires n >= 2 && \valid_read(a + (0 .. n - 1));
    requires \exists integer k; 0 <= k < n && a[k] == 0;
    requires \exists integer k; 0 <= k < n && a[k] == 1; */
int two_claims(const int *a, int n)
{
    int i = 0;
    while (i < n && a[i] != 0)
        i++;
    //@ assert \false; //~ refuted assert
    return i;
}

/*@ requires n >= 2 && \valid_read(a + (0 .. n - 1));
    requires \exists integer k; 0 <= k < n && (\forall integer j; 0 <= j < n - k ==> a[j + k] == 0); */
int from_some_place_on(const int *a, int n)
{
    int i = 0;
    while (i < n && a[i] != 0)
        i++;
    //@ assert a[0] == 0; //~ refuted assert
    return i;
}
