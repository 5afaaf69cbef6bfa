// SPW09 Table 1, snd_atiixp_mixer_new: codecs that fail to start are reset to null.
/*@ requires 0 <= n && \valid(codec + (0 .. n-1)) && \valid_read(failing + (0 .. n-1));
  @ requires \separated(codec + (0 .. n-1), failing + (0 .. n-1));
  @*/
int mixer_new(int *codec, const int *failing, int n)
{
  int count = 0;
  for (int i = 0; i < n; i++) {
    if (failing[i] != 0) {
      codec[i] = 0;
      continue;
    }
    count++;
  }
  //@ assert \forall integer k; 0 <= k < n && failing[k] != 0 ==> codec[k] == 0;
  return count;
}
