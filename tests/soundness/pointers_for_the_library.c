// Functions of the library follow the pointers that they get: null, freed memory and strings without end were once fine.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int all_alike(const void *a, const void *b)
{
    return 0;
}

void not_opened(void)
{
    FILE *file = fopen("x", "r");
    fgetc(file); //~ refuted null
}

void name_without_end(void)
{
    char name[2] = { 'a', 'b' };
    fopen(name, "r"); //~ refuted bounds
}

void mode_is_missing(void)
{
    char *mode = 0;
    fopen("x", mode); //~ refuted null
}

void searched(void)
{
    char *text = 0;
    strpbrk(text, "a"); //~ refuted null
}

void compared(void)
{
    char text[3] = { 'a', 'b', 'c' };
    strcasecmp("abcd", text); //~ refuted bounds
}

void compared_in_part(void)
{
    char text[3] = { 'a', 'b', 'c' };
    strncasecmp("abcd", text, 3);
    strncasecmp("abcd", text, 4); //~ refuted bounds
}

void duplicated(void)
{
    char text[3] = { 'a', 'b', 'c' };
    strndup(text, 3);
    strndup(text, 4); //~ unknown bounds, should be refuted: an earlier result is not modelled
}

void freed_time(void)
{
    time_t *now = malloc(sizeof *now);
    if (!now)
        return;
    *now = 0;
    free(now);
    ctime(now); //~ refuted use-after-free
}

void half_a_time(void)
{
    time_t *now = malloc(4);
    if (now)
        ctime(now); //~ refuted bounds
    free(now);
}

void no_date(void)
{
    struct tm *date = 0;
    mktime(date); //~ refuted null
}

void nothing_sorted(void)
{
    int *numbers = 0;
    qsort(numbers, 3, sizeof *numbers, all_alike); //~ refuted null
}

void tokens(void)
{
    char *separators = 0;
    char line[] = "a b";
    strtok(line, separators); //~ refuted null
}

void no_variable(void)
{
    char *name = 0;
    getenv(name); //~ refuted null
}

void removed(void)
{
    char *name = 0;
    remove(name); //~ refuted null
}

// What may be null, and what exists.
void fine(void)
{
    char line[] = "a b";
    struct timeval now;
    time_t seconds = time(NULL);
    time(&seconds);
    gettimeofday(&now, NULL);
    fflush(NULL);
    perror(NULL);
    setlocale(0, NULL);
    system(NULL);
    free(NULL);
    free(realloc(NULL, 3));
    strtol(line, NULL, 10);
    strpbrk(line, " ");
    ctime(&seconds);
    getenv("HOME");
}

void fine_file(void)
{
    FILE *file = fopen("x", "r");
    if (!file)
        return;
    setbuf(file, NULL);
    fseek(file, 0, SEEK_SET);
    while (!feof(file) && fgetc(file) != EOF)
        ;
    fclose(file);
}
