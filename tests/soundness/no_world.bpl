// Once refuted: no function is as the axiom says, so there is no run at all. An interpreter that takes the axiom for granted
// does not notice; the prover does where models are checked against the axiom.
function odd(int): bool;

axiom (forall x: int, y: int :: odd(x) == odd(y) ==> x == y);

procedure Nothing() //~ vacuous
{
  assert false;
}
