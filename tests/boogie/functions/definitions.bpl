// A body defines the function; an inline one is expanded where it is used.
function square(x: int): int { x * x }
function {:inline} between(low: int, x: int, high: int): bool { low <= x && x < high }
function zero(): int { 0 }

procedure Use(y: int)
  requires between(0, y, 10);
{
  assert square(3) == 9;
  assert y < 10;
  assert between(zero(), y, 9); //~ refuted assert
}
