int m[20][30];

/*@ ensures \forall int x, y; 0 <= x && x < 20 && 0 <= y && y < 30 ==> m[x][y] == 7; */
void fill(void)
{
  int i, j;
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      m[i][j] = 7;
}

/*@ requires 0 <= rows <= 20 && 0 <= columns <= 30;
  @ ensures \forall int x, y; 0 <= x && x < rows && 0 <= y && y < columns ==> m[x][y] == value;
  @*/
void fill_part(int rows, int columns, int value)
{
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++)
      m[i][j] = value;
  }
}
