// Sorts an array by quicksort, in place.

void swap(int *a, int i, int j)
{
  int other;
  other = a[i];
  a[i] = a[j];
  a[j] = other;
}

void sort(int *a, int low, int high)
{
  int i, last;
  if (low >= high)
    return;
  swap(a, low, (low + high) / 2);
  last = low;
  i = low + 1;
  while (i <= high) {
    if (a[i] < a[low]) {
      last = last + 1;
      //@ assert last >= 0;
      swap(a, last, i);
    }
    i = i + 1;
  }
  //@ assert last >= 0;
  swap(a, low, last);
  sort(a, low, last - 1);
  sort(a, last + 1, high);
}

int main(void)
{
  int a[50];
  int k;
  k = 0;
  while (k < 50) {
    a[k] = (k * 7) % 50;
    k = k + 1;
  }
  sort(a, 0, 49);
  return 0;
}
