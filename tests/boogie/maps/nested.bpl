// Assigning inside a map of maps leaves everything else as it was.
var grid: [int][int]int;

procedure Set(row: int, column: int, value: int)
  modifies grid;
  ensures grid[row][column] == value;
  ensures (forall r: int, c: int :: r != row || c != column ==> grid[r][c] == old(grid)[r][c]);
{
  grid[row][column] := value;
}

procedure Forgets(row: int)
  modifies grid;
{
  grid[row][0] := 1;
  grid[row] := grid[row + 1];
  assert grid[row][0] == 1; //~ refuted assert
}
