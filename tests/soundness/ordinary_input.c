// Ordinary uses of the library: characters as indices, lines, blocks, numbers and `errno`. These were once refuted or unknown.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int seen[256];
struct item { int key; char name[8]; };

static void *must_allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        exit(1);
    return memory;
}

static int characters(void)
{
    int c = getc(stdin);
    if (c != EOF)
        seen[c] = 1;
    seen[rand() % 256] = 2;
    return c;
}

static long number(const char *text)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    return errno == 0 && *end == 0 ? value : 0;
}

int main(int argc, char **argv)
{
    char block[16];
    FILE *file = fopen("input", "r");
    if (file) {
        block[fread(block, 1, sizeof block - 1, file)] = 0;
        fclose(file);
    }
    int *count = must_allocate(sizeof *count);
    struct item *item = must_allocate(sizeof *item);
    *count = characters();
    item->key = 1;
    item->name[7] = 0;
    long value = argc > 1 ? number(argv[1]) : 0;
    printf("%ld %d\n", value, *count + item->key);
    free(count);
    free(item);
    return 0;
}
