// Twenty-four branches in a row, each of which matters: what holds where they meet is carried on.
procedure Sum(i: int) returns (x: int)
  requires i >= 0;
  ensures x >= 0;
{
  x := 0;
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
}

// One of them subtracts.
procedure Broken(i: int) returns (x: int)
  requires i >= 0;
  ensures x >= 0; //~ refuted ensures
{
  x := 0;
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x - 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
  if (*) { x := x + 1; } else { x := x + i; }
}

// An inequality between multiples.
procedure Slope(i: int) returns (x: int, y: int)
  requires i >= 0;
  ensures 2 * x <= 3 * y;
{
  x, y := 0, 0;
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
  if (*) { x := x + 3; y := y + 2; } else { x := x + i; y := y + i; }
}

// The elements of a map take part like variables.
procedure Greatest(a: [int]int) returns (m: int)
  ensures m >= a[0] && m >= a[12] && m >= a[24];
{
  m := a[0];
  if (a[1] > m) { m := a[1]; }
  if (a[2] > m) { m := a[2]; }
  if (a[3] > m) { m := a[3]; }
  if (a[4] > m) { m := a[4]; }
  if (a[5] > m) { m := a[5]; }
  if (a[6] > m) { m := a[6]; }
  if (a[7] > m) { m := a[7]; }
  if (a[8] > m) { m := a[8]; }
  if (a[9] > m) { m := a[9]; }
  if (a[10] > m) { m := a[10]; }
  if (a[11] > m) { m := a[11]; }
  if (a[12] > m) { m := a[12]; }
  if (a[13] > m) { m := a[13]; }
  if (a[14] > m) { m := a[14]; }
  if (a[15] > m) { m := a[15]; }
  if (a[16] > m) { m := a[16]; }
  if (a[17] > m) { m := a[17]; }
  if (a[18] > m) { m := a[18]; }
  if (a[19] > m) { m := a[19]; }
  if (a[20] > m) { m := a[20]; }
  if (a[21] > m) { m := a[21]; }
  if (a[22] > m) { m := a[22]; }
  if (a[23] > m) { m := a[23]; }
  if (a[24] > m) { m := a[24]; }
}
