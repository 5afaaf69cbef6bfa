// The trick with exclusive or loses the value when both pointers are the same.
/*@ requires \valid(p) && \valid(q);
  @ assigns *p, *q;
  @ ensures *p == \old(*q); //~ refuted ensures
  @*/
void swap(unsigned *p, unsigned *q)
{
  *p = *p - *q;
  *q = *q + *p;
  *p = *q - *p;
}
