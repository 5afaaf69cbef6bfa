// Looks for a pattern in a text (Knuth, Morris and Pratt). A table says with how many characters of the pattern to go on after a
// mismatch; it comes from outside, and what it says is looked at before it is used.

int min(int a, int b)
{
  if (a < b)
    return a;
  return b;
}

// The table of a pattern: for each place, the longest border of what comes before it.
void borders(char *pattern, int m, int *next)
{
  int at, border;
  at = 1;
  border = 0;
  next[0] = 0;
  while (at < m) {
    if (pattern[at] == pattern[border]) {
      border = border + 1;
      next[at] = border;
      at = at + 1;
    } else if (border == 0) {
      next[at] = 0;
      at = at + 1;
    } else {
      border = next[border - 1];
    }
  }
}

// Where the pattern begins in the text, or a negative number.
int search(char *text, int n, char *pattern, int m, int *next)
{
  int i, j, found;
  i = 0;
  j = 0;
  found = -1;
  while (i < n && j < m) {
    //@ assert i >= 0 && i < n;
    //@ assert j >= 0 && j < m;
    if (text[i] == pattern[j]) {
      i = i + 1;
      j = j + 1;
    } else if (j == 0) {
      i = i + 1;
    } else {
      j = next[j - 1];
      if (j < 0)
        goto damaged;
    }
  }
  if (j >= m)
    found = i - j;
  return found;
damaged:
  return -2;
}

int main(void)
{
  char text[100], pattern[10];
  int next[10];
  int n, m, k;
  n = min(100, 60);
  m = min(10, n);
  for (k = 0; k < n; k++)
    text[k] = 'a';
  for (k = 0; k < m; k++)
    pattern[k] = 'a';
  borders(pattern, m, next);
  return search(text, n, pattern, m, next);
}
