// Macros of the program and of its headers are known in annotations, though the preprocessor replaces none there.
#include <limits.h>
#define SIZE 8
#define LAST (SIZE - 1)

int table[SIZE];

/*@ requires 0 <= i <= LAST;
  @ assigns table[0 .. LAST];
  @ ensures table[i] == INT_MAX;
  @*/
void set(int i)
{
  table[i] = INT_MAX;
}
