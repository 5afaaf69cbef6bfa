// SPW09 Table 1, ixj_daa_cid_read: entries with odd index are v1, those with even index v2.
/*@ requires 0 <= n <= 1000000 && \valid(cid + (0 .. 2*n-1)); */
void read_id(char *cid, int n, char v1, char v2)
{
  int i = 0;
  while (i < 2 * n) {
    cid[i] = v2;
    i++;
    cid[i] = v1;
    i++;
  }
  //@ assert \forall integer k; 0 <= k < 2*n && k % 2 == 1 ==> cid[k] == v1;
  //@ assert \forall integer k; 0 <= k < 2*n && k % 2 == 0 ==> cid[k] == v2;
}
