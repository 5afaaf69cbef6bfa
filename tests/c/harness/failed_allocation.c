// The second allocation may fail.
#include <stdlib.h>

int main(void)
{
  int *first = malloc(sizeof *first);
  if (first == NULL)
    return 1;
  *first = 3;
  int *second = calloc(2, sizeof *second);
  second[1] = *first; //~ refuted null
  free(first);
  free(second);
  return 0;
}
