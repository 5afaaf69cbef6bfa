//! options: --check assert
// A length is evaluated where its type is named, and so is an operand of `sizeof` that has such a type: this was once proved.
#include <assert.h>

int main(void)
{
    int n = 4, i = 0, row[20] = { 0 };
    char table[n][n];
    (void)(int (*)[n++])row; //~ unknown assert, should be refuted: what a length changes is not followed
    (void)sizeof(table[i++]);
    assert(n == 4 && i == 0);
    return 0;
}
