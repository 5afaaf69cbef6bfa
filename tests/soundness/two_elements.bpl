// Once refuted on three different elements: there are only two, but no trigger tells the prover so: it has to
// check its models against the axiom.
type Side;

const unique left: Side;
const unique right: Side;

axiom (forall s: Side :: s == left || s == right);

procedure TwoOfThree(x: Side, y: Side, z: Side)
{
  assert x == y || y == z || x == z;
}

procedure Constants()
{
  assert left != right;
}
