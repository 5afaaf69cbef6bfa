// Once refuted on three different elements: there are only two, but no trigger tells the prover so.
type Side;

const unique left: Side;
const unique right: Side;

axiom (forall s: Side :: s == left || s == right);

procedure TwoOfThree(x: Side, y: Side, z: Side)
{
  assert x == y || y == z || x == z; //~ unknown assert
}

procedure Constants()
{
  assert left != right;
}
