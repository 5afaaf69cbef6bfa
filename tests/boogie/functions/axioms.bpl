// Axioms are all that is known of a function without a body.
function f(int): int;
axiom (forall x: int, y: int :: { f(x), f(y) } x <= y ==> f(x) <= f(y));
const limit: int;
axiom limit > 100;

procedure Monotone(n: int)
{
  assert f(n) <= f(n + 1);
  assert limit > 99;
}
