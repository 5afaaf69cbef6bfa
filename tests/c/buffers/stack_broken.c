// Pops from the empty stack.
struct stack {
  int *cells;
  int capacity;
  int height;
};

/*@ requires \valid(s) && 0 <= s->height <= s->capacity && 1 <= s->capacity && \valid(s->cells + (0 .. s->capacity - 1));
  @ requires \offset(s->cells) == 0;
  @ assigns s->height;
  @*/
int pop(struct stack *s)
{
  s->height--;
  return s->cells[s->height]; //~ refuted bounds
}
