function f(x: int): int;
function p(x: int): bool;
axiom (forall x: int, y: int :: { f(x) } f(x) == f(y)); //~ error trigger
axiom (forall x: int :: { f(x) == 1 } f(x) == 1); //~ error trigger
axiom (forall x: int :: { x } p(x)); //~ error trigger
axiom (forall x: int :: { p(x) && p(x + 1) } p(x)); //~ error trigger
