// Moves on before it reads.
struct ring {
  int data[8];
  int head;
  int count;
};

/*@ predicate is_ring(struct ring *r) = 0 <= r->head < 8 && 0 <= r->count <= 8; */

/*@ requires \valid(r) && is_ring(r) && r->count > 0;
  @ assigns r->head, r->count;
  @ ensures \result == \old(r->data[r->head]); //~ refuted ensures
  @*/
int ring_get(struct ring *r)
{
  r->head = (r->head + 1) % 8;
  r->count--;
  return r->data[r->head];
}
