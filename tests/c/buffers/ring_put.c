// A ring buffer: one more element at the end.
struct ring {
  int data[8];
  int head;
  int count;
};

/*@ predicate is_ring(struct ring *r) = 0 <= r->head < 8 && 0 <= r->count <= 8; */

/*@ requires \valid(r) && is_ring(r) && r->count < 8;
  @ assigns r->data[0 .. 7], r->count;
  @ ensures is_ring(r);
  @ ensures r->count == \old(r->count) + 1 && r->head == \old(r->head);
  @ ensures r->data[(r->head + r->count - 1) % 8] == value;
  @*/
void ring_put(struct ring *r, int value)
{
  r->data[(r->head + r->count) % 8] = value;
  r->count++;
}
