// Rows and columns exchanged in the access.
int grid[2][3];

/*@ assigns grid[..]; */
void fill_grid(int x)
{
  /*@ loop invariant 0 <= row <= 2;
    @ loop assigns row, grid[..];
    @*/
  for (int row = 0; row < 2; row++) {
    /*@ loop invariant 0 <= column <= 3;
      @ loop invariant 0 <= row < 2;
      @ loop assigns column, grid[..];
      @*/
    for (int column = 0; column < 3; column++)
      grid[column][row] = x; //~ refuted bounds
  }
}
