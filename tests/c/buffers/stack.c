// A stack in memory that the caller owns.
struct stack {
  int *cells;
  int capacity;
  int height;
};

/*@ predicate is_stack(struct stack *s) =
      0 <= s->height <= s->capacity && \valid(s->cells + (0 .. s->capacity - 1)); */

/*@ requires \valid(s) && is_stack(s);
  @ requires \separated(s, s->cells + (0 .. s->capacity - 1));
  @ assigns s->height, s->cells[0 .. s->capacity - 1];
  @ behavior full:
  @   assumes s->height == s->capacity;
  @   ensures \result == 0 && s->height == \old(s->height);
  @ behavior room:
  @   assumes s->height < s->capacity;
  @   ensures \result == 1 && s->height == \old(s->height) + 1 && s->cells[\old(s->height)] == value;
  @ complete behaviors;
  @ disjoint behaviors;
  @*/
int push(struct stack *s, int value)
{
  if (s->height == s->capacity)
    return 0;
  s->cells[s->height] = value;
  s->height++;
  return 1;
}

/*@ requires \valid(s) && is_stack(s) && s->height > 0;
  @ requires \separated(s, s->cells + (0 .. s->capacity - 1));
  @ assigns s->height;
  @ ensures s->height == \old(s->height) - 1 && \result == \old(s->cells[s->height - 1]);
  @*/
int pop(struct stack *s)
{
  s->height--;
  return s->cells[s->height];
}
