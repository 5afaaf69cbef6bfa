// Found by fuzzing: an assumption begins as `true`, so nothing but a bool can be one.
procedure NotBool()
{
  var {:assumption} a: int; //~ error type-mismatch
}
