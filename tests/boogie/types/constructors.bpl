// Values of a type constructor are only known to be equal or different.
type Person;
type Box a;

const unique alice: Person;
const unique bob: Person;
const carol: Person;

function owner(b: Box int): Person;

procedure Owners(b: Box int)
{
  assert alice != bob;
  assert owner(b) == owner(b);
  assert carol != alice; //~ refuted assert
}
