// SPW09 Table 1, dvb_net_feed_stop: filters that are set are released and cleared.
/*@ requires 0 <= num && \valid(filter + (0 .. num-1)) && \valid(released + (0 .. num-1));
  @ requires \separated(filter + (0 .. num-1), released + (0 .. num-1));
  @*/
void feed_stop(int *filter, int *released, int num)
{
  for (int i = 0; i < num; i++) {
    if (filter[i] != 0) {
      released[i] = filter[i];
      filter[i] = 0;
    }
  }
  //@ assert \forall integer k; 0 <= k < num && \at(filter[k], Pre) != 0 ==> filter[k] == 0;
}
