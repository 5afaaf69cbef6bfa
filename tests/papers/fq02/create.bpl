// FQ02 §7.4 mentions a model of `create` of the file system Frangipani, whose loop ensures that a new file does not get a
// name that its directory has already. The paper does not give its text; this is a model of our own, with 15 predicates as
// there: a directory is a row of slots; the loop looks for the name, and remembers the first free slot. What it has to
// establish takes clauses of three literals. Names are unique: any two slots p and q that are in use have different ones.

type Name;

procedure create(file: Name, size: int, busy: [int]bool, names: [int]Name, owner: int, me: int, p: int, q: int)
  returns (used: [int]bool, name: [int]Name, length: int, created: bool)
  requires 0 <= size && owner == me;
  requires 0 <= p && p < q && q < size && busy[p] && busy[q] ==> names[p] != names[q];
  ensures created && 0 <= p && p < q && q < length && used[p] && used[q] ==> name[p] != name[q];
  ensures !created ==> (exists s: int :: 0 <= s && s < size && busy[s] && names[s] == file);
{
  var i, slot, at, entries, lock: int;
  var found: bool;
  used := busy;
  name := names;
  length := size;
  lock := owner;
  i := 0;
  slot := -1;
  at := -1;
  entries := 0;
  found := false;
  while (i < size && !found)
    skolem s: int;
    predicate 0 <= i && i <= size, found, lock == me;
    predicate slot == -1, 0 <= slot && slot < i, used[slot];
    predicate at == -1, 0 <= at && at < i, used[at] && name[at] == file;
    predicate 0 <= s && s < i, used[s] && name[s] == file, used[s], s < slot;
    predicate 0 <= entries, entries <= i;
  {
    assert 0 <= i && i < size && lock == me;
    if (used[i]) {
      entries := entries + 1;
      if (name[i] == file) {
        found := true;
        at := i;
      }
    } else {
      if (slot == -1) {
        slot := i;
      }
    }
    i := i + 1;
  }
  created := !found;
  if (created) {
    if (slot == -1) {
      assert entries <= size;
      slot := size;
      length := size + 1;
    }
    assert 0 <= slot && slot < length && lock == me;
    assert slot < size ==> !used[slot];
    used[slot] := true;
    name[slot] := file;
  } else {
    assert 0 <= at && at < size && used[at];
  }
}
