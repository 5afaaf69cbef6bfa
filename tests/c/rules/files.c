//! options: --rule files
// Opening may fail; what was opened is closed on every way.
#include <stdio.h>

int main(void)
{
  FILE *file = fopen("list", "r");
  if (!file)
    return 1;
  int c = fgetc(file);
  if (c == EOF) {
    fclose(file);
    return 2;
  }
  fclose(file);
  return 0;
}
