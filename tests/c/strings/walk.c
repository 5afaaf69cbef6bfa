// Strings that are walked through: the zero at their end, which the contract says to exist, has a name.
#include <stddef.h>

/*@ requires valid_read_string(s); */
size_t count_words(const char *s)
{
    size_t words = 0;
    int inside = 0;
    for (; *s; s++) {
        if (*s == ' ' || *s == '\t')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}

/*@ requires valid_read_string(s); */
const char *skip_spaces(const char *s)
{
    while (*s == ' ' || *s == '\t' || *s == '\n')
        s++;
    return s;
}

/*@ requires valid_string(s); */
void to_lower(char *s)
{
    for (; *s; s++)
        if (*s >= 'A' && *s <= 'Z')
            *s += 'a' - 'A';
}
