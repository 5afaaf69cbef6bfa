// expect: proved
/*@ requires 1 <= cap && cap <= 100000 && key > 0 && \valid(tab+(0..cap-1));
  assigns tab[0..cap-1];
  ensures -1 <= \result && \result < cap;
  ensures \result >= 0 ==> tab[\result] == key;
  ensures \forall integer k; 0 <= k && k < cap && k == \result ==> \old(tab[k]) == 0 || \old(tab[k]) == key;
  ensures \forall integer k; 0 <= k && k < cap && k != \result ==> tab[k] == \old(tab[k]);
  ensures \result == -1 ==> (\forall integer k; 0 <= k && k < cap ==> tab[k] == \old(tab[k])); */
int put(int *tab,int cap,int key){
  int h=key%cap;
  for(int i=0;i<cap;i++){
    if(tab[h]==0 || tab[h]==key){ tab[h]=key; return h; }
    h=h+1;
    if(h==cap) h=0;
  }
  return -1;
}
