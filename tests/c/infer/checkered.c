// A table is filled row by row and read back in the same way, with fixed sizes.
extern void reach_error(void);

int main(void)
{
    int board[60][60];
    for (int row = 0; row < 60; row++)
        for (int column = 0; column < 60; column++)
            if (row < column)
                board[row][column] = 3;
            else
                board[row][column] = -3;
    for (int row = 0; row < 60; row++)
        for (int column = 0; column < 60; column++)
            if (board[row][column] != (row < column ? 3 : -3))
                reach_error();
    return 0;
}
