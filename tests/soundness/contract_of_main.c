// A contract of `main` speaks about the start of the program, where globals have their first values. It was once refuted.
int level = 5;

/*@ requires argc == 1;
    requires level == 5;
    assigns level;
    ensures \result == 0;
    ensures level == \old(level) + 1;
    ensures level == 5; //~ refuted ensures
*/
int main(int argc, char **argv)
{
    //@ assert level == 5;
    level++;
    return argc - 1;
}
