// The greatest value of a 16-bit type is a number like others where no 16-bit type is around.
/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    ensures \forall integer k; 0 <= k < n ==> a[k] <= 32767; */
void clamp(int *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] > 32767)
            a[i] = 32767;
}
