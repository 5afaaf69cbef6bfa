// A ring buffer: the first element leaves.
struct ring {
  int data[8];
  int head;
  int count;
};

/*@ predicate is_ring(struct ring *r) = 0 <= r->head < 8 && 0 <= r->count <= 8; */

/*@ requires \valid(r) && is_ring(r) && r->count > 0;
  @ assigns r->head, r->count;
  @ ensures is_ring(r);
  @ ensures r->count == \old(r->count) - 1;
  @ ensures \result == \old(r->data[r->head]);
  @*/
int ring_get(struct ring *r)
{
  int value = r->data[r->head];
  r->head = (r->head + 1) % 8;
  r->count--;
  return value;
}
