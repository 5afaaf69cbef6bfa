// Table 3: what the array must be like, so that an element that is not found is not there.
procedure binary_search(n: int, A: [int]int, e: int)
{
  var low, high, mid: int;
  template (forall k: int, l: int :: v0 ==> v1) over AllPreds({k, l, n}, {0}, {<, >=}), AllPreds({A[k], A[l]}, {0}, {<=});
  low := 0;
  high := n - 1;
  while (low <= high)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) && (forall k: int, l: int :: v5 ==> v6) over AllPreds({k, l, n}, {0}, {<, >=}), AllPreds({k, low}, {0}, {<, >=}), AllPreds({k, high}, {0}, {<=, >}), AllPreds({high, n}, {0}, {<}), AllPreds({low}, {0}, {>=}), AllPreds({A[k], e}, {0}, {<, >}), AllPreds({A[k], A[l]}, {0}, {<=});
  {
    havoc mid;
    assume low <= mid && mid <= high;
    if (A[mid] < e) { low := mid + 1; }
    else if (A[mid] > e) { high := mid - 1; }
    else { return; }
  }
  assert (forall k: int :: 0 <= k && k < n ==> A[k] != e);
}
