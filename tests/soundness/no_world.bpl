// Once refuted: no function is as the axiom says, so there is no run at all. The prover does not notice, and neither does
// an interpreter that takes the axiom for granted.
function odd(int): bool;

axiom (forall x: int, y: int :: odd(x) == odd(y) ==> x == y);

procedure Nothing()
{
  assert false; //~ unknown assert
}
