// Groups of three numbers that stand one after the other, and the smallest of each group.

/*@ requires 0 <= groups && groups <= 5000;
    requires \valid_read(marks + (0 .. 3 * groups - 1)) && \valid(least + (0 .. groups - 1));
    requires \separated(marks + (0 .. 3 * groups - 1), least + (0 .. groups - 1));
    assigns least[0 .. groups - 1];
    ensures \forall integer g, m; 0 <= g < groups && 0 <= m < 3 ==> least[g] <= marks[3 * g + m]; */
void best_of_groups(const int *marks, int *least, int groups) {
  for (int g = 0; g < groups; g++) {
    least[g] = marks[3 * g];
    for (int m = 1; m < 3; m++)
      if (marks[3 * g + m] < least[g])
        least[g] = marks[3 * g + m];
  }
}
