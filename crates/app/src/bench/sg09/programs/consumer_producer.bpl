// Values are written to a buffer and read from it in the same order; only what was produced is consumed.
procedure consumer_producer(n: int, buffer0: [int]int) returns (buffer: [int]int, produced: [int]int, consumed: [int]int)
{
  var head, tail, value: int;
  var stop: bool;
  buffer := buffer0;
  head := 0;
  tail := 0;
  havoc stop;
  while (!stop)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) over AllPreds({k, head, tail}, {0}, {<, <=, >=}), AllPreds({consumed[k], produced[k], buffer[k]}, {0}, {==});
  {
    if (*)
    {
      if (head < n)
      {
        havoc value;
        produced[head] := value;
        buffer[head] := value;
        head := head + 1;
      }
    }
    else
    {
      if (tail < head)
      {
        consumed[tail] := buffer[tail];
        tail := tail + 1;
      }
    }
    havoc stop;
  }
  assert (forall k: int :: 0 <= k && k < tail ==> consumed[k] == produced[k]);
}
