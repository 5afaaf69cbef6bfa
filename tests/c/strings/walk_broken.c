// The same, walked too far.
#include <stddef.h>

/*@ requires valid_read_string(s); */
size_t count_words(const char *s)
{
    size_t words = 0;
    for (; s[1]; s++) //~ refuted bounds
        if (*s == ' ')
            words++;
    return words;
}

/*@ requires valid_read_string(s); */
const char *field_end(const char *s)
{
    while (*s != ';') //~ refuted bounds
        s++;
    return s;
}
