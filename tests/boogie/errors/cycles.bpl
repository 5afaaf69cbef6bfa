type A = [int]B;
type B = [A]int; //~ error cyclic-type
function {:inline} f(x: int): int { g(x) } //~ error inline-recursion
function {:inline} g(x: int): int { f(x) }
datatype Growing<T> { Grow(it: Growing (Growing T)), End() } //~ error unsupported
