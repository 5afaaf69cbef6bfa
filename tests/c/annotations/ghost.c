// A ghost variable counts the elements that were written.
//@ ghost int written;

/*@ requires 0 <= n && \valid(a + (0 .. n-1));
  @ requires written == 0;
  @ assigns a[0 .. n-1], written;
  @ ensures written == n;
  @*/
void fill(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n && written == i;
    @ loop assigns i, written, a[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    //@ ghost written++;
  }
}

int half(int n)
{
  //@ ghost int before = n;
  n = n / 2;
  //@ assert before / 2 == n;
  //@ check 2 * n <= before || before < 0;
  //@ assert n == before; //~ refuted assert
  return n;
}
