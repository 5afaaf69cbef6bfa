/* What fails inside of a library function is the fault of the call, and is shown there. */
#include <string.h>

int main(void)
{
  char word[4];
  strcpy(word, "hello"); //~ refuted bounds
  return word[0];
}
