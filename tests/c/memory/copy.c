// Blocks that are copied and filled.
#include <string.h>

void copied(void)
{
    int from[4] = { 1, 2, 3, 4 }, to[4] = { 0 };
    memcpy(to, from, sizeof from);
    //@ assert to[0] == 1 && to[3] == 4;
    memcpy(to + 1, from, 2 * sizeof *from);
    //@ assert to[0] == 1 && to[1] == 1 && to[2] == 2 && to[3] == 4;
}

void too_long(void)
{
    int from[4] = { 1, 2, 3, 4 }, to[3];
    memcpy(to, from, sizeof from); //~ refuted bounds
}

void overlapping(void)
{
    int cells[4] = { 1, 2, 3, 4 };
    memcpy(cells + 1, cells, 2 * sizeof *cells); //~ refuted overlap
}

void moved(void)
{
    int cells[4] = { 1, 2, 3, 4 };
    memmove(cells + 1, cells, 3 * sizeof *cells);
    //@ assert cells[0] == 1 && cells[1] == 1 && cells[2] == 2 && cells[3] == 3;
}

void filled(void)
{
    int cells[3];
    memset(cells, 0xff, sizeof cells);
    //@ assert cells[2] == -1;
    memset(cells, 0, 2 * sizeof *cells);
    //@ assert cells[1] == 0 && cells[2] == -1;
}

// The second integer is written in part: its value is not the one before.
void filled_in_part(void)
{
    int cells[2] = { -1, -1 };
    memset(cells, 0, 5);
    //@ assert cells[0] == 0;
    //@ assert cells[1] == -1; //~ unknown assert, should be refuted: a part of an integer is not followed
}
