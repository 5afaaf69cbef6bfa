// Linear equations between variables of different loops.

extern int choice(void);

/*@ requires 0 <= n && n <= 100000; */
void steps(int n)
{
  int near = 0, far = 0, taken = 0;
  for (int i = 0; i < n; i++) {
    if (choice()) {
      near += 1;
      far += 4;
    } else {
      near += 3;
      far += 2;
    }
  }
  /*@ assert near + far == 5 * n; */
  while (near + far > 0) {
    if (far > 0)
      far--;
    else
      near--;
    taken++;
  }
  /*@ assert taken == 5 * n; */
}

/*@ requires n <= 100000 && m <= 100000; */
void there_and_back(int n, int m)
{
  int height = 0;
  for (int i = 0; i < n; i++)
    height++;
  for (int i = 0; i < m; i++)
    height++;
  for (int i = 0; i < n + m; i++) {
    /*@ assert height > 0; */
    height--;
  }
}
