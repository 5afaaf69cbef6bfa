// A recursive function and what its equation gives.
function sum(n: int): int { if n <= 0 then 0 else n + sum(n - 1) }

procedure Unfold(n: int)
  requires n > 0;
{
  assert sum(0) == 0;
  assert sum(n) == n + sum(n - 1);
}
