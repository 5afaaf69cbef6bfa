// An index that is the sum of two quantified variables, one of them of an inner quantifier.
int table[20];

/*@ requires \forall integer k; 0 <= k < 10 ==> (\exists integer m; 0 <= m < 10 && table[k + m] == 1);
  @ assigns \nothing;
  @*/
void nested(void)
{
  //@ assert \exists integer m; 0 <= m < 10 && table[3 + m] == 1; //~ unknown assert, should be proved: no trigger finds k = 3
  //@ assert table[3] == 1; //~ refuted assert
}
