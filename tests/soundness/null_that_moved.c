// A null pointer that was moved is not null any more: this was once proved.
void reach_error(void);
void *counter = 0;

int main(void)
{
    counter++;
    if (counter != 0)
        reach_error(); //~ refuted unreachable
    return 0;
}
