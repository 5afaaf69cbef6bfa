// Conversions of `scanf` write through their arguments, which were once taken to be fine.
#include <stdio.h>
#include <string.h>

void too_many_characters(void)
{
    char text[3];
    scanf("%4c", text); //~ refuted bounds
}

void no_room_for_the_end(void)
{
    char text[3];
    scanf("%3s", text); //~ refuted bounds
}

void set_of_characters(void)
{
    char text[3];
    scanf("%3[]a-z]", text); //~ refuted bounds
}

void without_limit(void)
{
    char text[80];
    scanf("%s", text); //~ unknown bounds, should be refuted: how much is read is not known
}

void nowhere(void)
{
    int *number = 0;
    scanf("%d", number); //~ refuted null
}

void literal(void)
{
    scanf("%3s", "abcd"); //~ refuted read-only
}

void narrow(void)
{
    short number;
    scanf("%d", &number); //~ unknown assert //~ unknown bounds, should be refuted: a doubt comes before
}

void narrow_in_disguise(void)
{
    short number;
    scanf("%d", (int *)&number); //~ refuted bounds
}

void counted(void)
{
    char count;
    scanf("%n", &count); //~ unknown assert //~ unknown bounds, should be refuted: a doubt comes before
}

void missing(void)
{
    int number;
    scanf("%d %d", &number); //~ unknown assert
}

void no_pointer(void)
{
    scanf("%d", 1); //~ unknown assert
}

void from_text(void)
{
    char text[2];
    sscanf("abc", "%3s", text); //~ unknown bounds, should be refuted: what is in the text is not followed
}

void text_without_end(void)
{
    char text[2] = { '1', '2' };
    int number;
    sscanf(text, "%d", &number); //~ refuted bounds
}

// It should be proved without a condition: nothing depends on what is passed.
void fine(FILE *unused) //~ conditional
{
    char name[10], letter, three[3];
    short narrow;
    int number;
    long wide;
    unsigned long long widest;
    size_t size;
    float single;
    double real;
    scanf("%9s %c %3c %*d %hd %d", name, &letter, three, &narrow, &number);
    scanf("%li %llu %zu %f %lf%%", &wide, &widest, &size, &single, &real);
    sscanf("12 x", "%d %9[^,]", &number, name);
}
