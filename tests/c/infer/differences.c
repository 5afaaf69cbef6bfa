// Each element as what it adds to the one before it, and back: `before` carries an element into the next iteration.

int choice(void);
enum { N = 300 };

int main(void) {
    int a[N], d[N];
    int n = choice();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        int x = choice();
        if (x < 0 || x > 1000)
            return 0;
        a[i] = x;
    }
    int before = 0;
    for (int i = 0; i < n; i++) {
        d[i] = a[i] - before;
        before = a[i];
    }
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += d[i];
        //@ assert sum == a[i];
    }
    return 0;
}
