// expect: proved
/*@ requires 0 <= n && n <= 100000 && 1 <= size && size <= 100000;
  requires \valid(map+(0..size-1)) && \valid_read(idx+(0..n-1)) && \separated(map+(0..size-1),idx+(0..n-1));
  requires \forall integer k; 0 <= k && k < n ==> 0 <= idx[k] && idx[k] < 8*size;
  assigns map[0..size-1];
  ensures \forall integer k; 0 <= k && k < n ==> (map[idx[k]/8] & (1 << (idx[k]%8))) != 0; */
void mark_all(unsigned char *map,int size,const int *idx,int n){
  for(int i=0;i<n;i++){
    int at=idx[i]/8;
    map[at]=(unsigned char)(map[at]|(1<<(idx[i]%8)));
  }
}
