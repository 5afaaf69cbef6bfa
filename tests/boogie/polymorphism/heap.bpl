// A heap whose fields have types of their own.
type Ref;
type Field a;
type Heap = <a>[Ref, Field a]a;

const unique size: Field int;
const unique open: Field bool;
var heap: Heap;

procedure Write(r: Ref, s: Ref)
  modifies heap;
{
  heap[r, size] := 3;
  heap[s, open] := true;
  assert heap[r, size] == 3;
  heap[s, size] := 4;
  assert heap[s, open];
  assert heap[r, size] == 3; //~ refuted assert
}
