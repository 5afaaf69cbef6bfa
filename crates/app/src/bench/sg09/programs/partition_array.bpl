// The zeros of an array go to one array, its other elements to another.
procedure partition_array(n: int, a: [int]int) returns (zeros: [int]int, others: [int]int)
{
  var i, j, k: int;
  i := 0;
  j := 0;
  k := 0;
  while (i < n)
    template v0 && (forall x: int :: v1 ==> v2) && (forall x: int :: v3 ==> v4) over AllPreds({x, j, k}, {0}, {<, >=}), AllPreds({zeros[x], others[x]}, {0}, {==, !=});
  {
    if (a[i] == 0) { zeros[j] := a[i]; j := j + 1; }
    else { others[k] := a[i]; k := k + 1; }
    i := i + 1;
  }
  assert (forall x: int :: 0 <= x && x < j ==> zeros[x] == 0);
  assert (forall x: int :: 0 <= x && x < k ==> others[x] != 0);
}
