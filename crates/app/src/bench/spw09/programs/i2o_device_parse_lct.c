// SPW09 Table 1, i2o_device_parse_lct: a table of devices is searched for a target id; no entry before the one that is
// reached has it.
/*@ requires 0 <= entries && \valid_read(tid + (0 .. entries-1)) && \valid(kind + (0 .. entries-1));
  @ requires \separated(tid + (0 .. entries-1), kind + (0 .. entries-1));
  @*/
int parse_table(const int *tid, int *kind, int entries, int wanted)
{
  int max = entries;
  int i = 0;
  int seen = 0;
  while (i < max) {
    if (tid[i] == wanted)
      break;
    if (kind[i] == 0)
      seen++;
    kind[i] = 1;
    i++;
  }
  //@ assert \forall integer k; 0 <= k < i ==> tid[k] != wanted;
  return seen;
}
