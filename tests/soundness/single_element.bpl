// Once refuted: the axioms leave the type just one element, but only where the prover sees a `tag`. A run on two different
// elements is none, even if each formula in it can be evaluated. Where models are checked against the axiom, the prover sees it, too.
type Only;

function tag(Only): int;

axiom (forall x: Only :: {tag(x)} (forall y: Only :: {tag(y)} x == y));

procedure Parameters(x: Only, y: Only)
{
  assert x == y;
}

procedure Choices()
{
  var x: Only;
  var y: Only;
  havoc x;
  havoc y;
  assert x == y;
}

// The axiom allows any integers.
procedure Numbers(i: int, j: int)
{
  assert i == j; //~ refuted assert
}
