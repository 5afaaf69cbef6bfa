// A synonym is the type it stands for, at any depth.
type Index = int;
type Table a = [Index]a;
type Grid = Table (Table bool);

procedure Corner(g: Grid) returns (h: [int][int]bool)
  ensures h == g;
{
  h := g;
  assert h[0][0] == g[0][0];
  assert h[0][0]; //~ refuted assert
}
