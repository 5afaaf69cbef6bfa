// Elements are changed in place: before the index they are new, behind it still old.

extern int offset(void);

int main(void)
{
  int base[50000], moved[50000], i, by = offset();
  for (i = 0; i < 50000; i++)
    base[i] = 7;
  for (i = 0; i < 50000; i++)
    moved[i] = base[i];
  for (i = 0; i < 50000; i++)
    moved[i] = moved[i] + by;
  for (i = 0; i < 50000; i++)
    /*@ assert moved[i] == 7 + by; */;
  return 0;
}
