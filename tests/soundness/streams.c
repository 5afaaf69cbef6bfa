// The standard streams are open, and others until they are closed: using a closed one was once proved.
#include <stdio.h>
void unseen(void);

void used_after_closing(void)
{
    FILE *file = fopen("x", "r");
    if (!file)
        return;
    fclose(file);
    fgetc(file); //~ refuted use-after-free
}

void closed_twice(void)
{
    FILE *file = tmpfile();
    if (!file)
        return;
    fclose(file);
    fclose(file); //~ refuted use-after-free
}

void closed_output(void)
{
    fclose(stderr);
    fputs("too late\n", stderr); //~ refuted use-after-free
}

void standard(void)
{
    fputs("text", stdout);
    unseen();
    fprintf(stdout, "%d\n", fgetc(stdin));
    int apart = stdout != stdin && stdout;
    //@ assert apart;
}

void one_or_the_other(int is_named)
{
    FILE *file = is_named ? fopen("x", "w") : stdout;
    if (!file)
        return;
    fputs("text", file);
    if (file != stdout)
        fclose(file);
    fputs("text", stdout);
}

void replaced(void)
{
    stdout = fopen("x", "w"); //~ unknown assert
    fputs("text", stdout);
}
