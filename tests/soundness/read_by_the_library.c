// Functions that print read what they are given: a null pointer and a string without end were once fine.
#include <stdio.h>

void no_string(void)
{
    char *text = 0;
    fputs(text, stdout); //~ refuted null
}

void no_end(void)
{
    char text[3] = { 'a', 'b', 'c' };
    printf("%d %s\n", 1, text); //~ refuted bounds
}

void too_many(void)
{
    int numbers[2] = { 1, 2 };
    fwrite(numbers, sizeof(int), 3, stdout); //~ refuted bounds
}

void fine(void)
{
    char line[80];
    if (!fgets(line, sizeof line, stdin))
        return;
    printf("read: %s, %5.2f%%\n", line, 1.0);
    puts("done");
    fwrite(line, 1, sizeof line, stdout);
}
