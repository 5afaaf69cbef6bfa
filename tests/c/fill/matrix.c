// Two dimensions, filled row by row.
int grid[4][5];

/*@ assigns grid[0 .. 3][0 .. 4];
  @ ensures \forall integer r, c; 0 <= r < 4 && 0 <= c < 5 ==> grid[r][c] == x;
  @*/
void fill_grid(int x)
{
  /*@ loop invariant 0 <= row <= 4;
    @ loop invariant \forall integer r, c; 0 <= r < row && 0 <= c < 5 ==> grid[r][c] == x;
    @ loop assigns row, grid[0 .. 3][0 .. 4];
    @ loop variant 4 - row;
    @*/
  for (int row = 0; row < 4; row++) {
    /*@ loop invariant 0 <= column <= 5;
      @ loop invariant \forall integer r, c; 0 <= r < row && 0 <= c < 5 ==> grid[r][c] == x;
      @ loop invariant \forall integer c; 0 <= c < column ==> grid[row][c] == x;
      @ loop assigns column, grid[0 .. 3][0 .. 4];
      @ loop variant 5 - column;
      @*/
    for (int column = 0; column < 5; column++)
      grid[row][column] = x;
  }
}
