// No product in the text, and none of two loops is understood without one: `steps == row * width + column`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int height = __VERIFIER_nondet_int();
    int width = __VERIFIER_nondet_int();
    if (height < 20 || height > 1000 || width < 20 || width > 1000)
        return 0;
    int steps = 0;
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            steps++;
    if (steps < 400)
        reach_error();
    return 0;
}
