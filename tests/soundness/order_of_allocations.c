//! options: --property unreach-call
// The order of calls that only write what they allocate matters to nobody; of two that count, it does.
#include <stdlib.h>
void reach_error(void);

struct tree {
    int value;
    struct tree *left, *right;
};

static int made;

static struct tree *leaf(int value)
{
    struct tree *tree = malloc(sizeof *tree);
    tree->value = value;
    tree->left = tree->right = 0;
    return tree;
}

static struct tree *numbered(void)
{
    struct tree *tree = leaf(made++);
    return tree;
}

static struct tree *node(struct tree *left, struct tree *right)
{
    struct tree *tree = leaf(left->value + right->value);
    tree->left = left;
    tree->right = right;
    return tree;
}

int main(void)
{
    struct tree *tree = node(leaf(1), leaf(2));
    if (tree->value != 3 || tree->left->value != 1)
        reach_error();
    tree = node(numbered(), numbered()); //~ unknown
    return 0;
}
