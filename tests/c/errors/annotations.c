// What is wrong in an annotation is an error at its place; what other tools wrote is a warning.
int g;

//@ slevel 10 //~ warning unknown-annotation

/*@ requires \valid(g); //~ error type-mismatch
  @ ensures \result > 0; //~ error misplaced-term
  @ requires x > 0
  @*/ //~ error syntax
void f(int x)
{
  /*@ loop invariant 0 <= y; */ //~ error unknown-name
  while (x > 0) {
    x--;
    //@ assert \old(x) >= x && \at(x, nowhere) > 0; //~ error unknown-label
    //@ ghost x = 0; //~ error ghost
  }
  //@ loop invariant x > 0; //~ error misplaced-clause
  x = 1;
}

/*@ terminates \true; //~ warning ignored
  @ exits \false; //~ warning unsupported-annotation
  @ assigns \nothing; */
int h(int x)
{
  /*@ returns \result > 0; */ //~ warning unsupported-annotation
  return x;
}

/*@ requires \valid_read(called); */ //~ error type-mismatch
int calls(int (*called)(void))
{
  return called();
}
