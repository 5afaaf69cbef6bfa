// Two bodies of one procedure, each against the same contract, with names of their own.
procedure Half(n: int) returns (h: int);
  requires n >= 0;
  ensures 2 * h <= n; //~ refuted ensures

implementation Half(m: int) returns (r: int)
{
  r := m div 2;
}

implementation Half(k: int) returns (s: int)
{
  s := k;
}
