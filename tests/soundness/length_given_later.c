// An array whose length only a later declaration gives was once as long as anybody liked.
extern int row[];
extern char grid[][2];

static int at(int i) {
    return row[i]; //~ refuted bounds
}

static int cell(int i) {
    return grid[i][1]; //~ refuted bounds
}

int row[3] = { 1, 2 };
char grid[2][2];

int main(int argc, char **argv) {
    int seen = at(2) + cell(1);
    if (argc == 1)
        return at(3);
    if (argc == 2)
        return cell(2);
    return seen + row[2] + grid[1][1];
}
