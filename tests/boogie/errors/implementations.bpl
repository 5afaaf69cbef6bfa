procedure P(x: int) returns (y: bool);

implementation P(x: bool) returns (y: bool) //~ error type-mismatch
{
}

implementation P(x: int) //~ error arity
{
}

implementation Q() //~ error unknown-name
{
}

procedure R<a>(x: int); //~ error type-mismatch
