/*
 * A small inventory: articles on shelves, reservations by customers, and a ledger of what was moved.
 *
 * The program contains three mistakes on purpose. Invar's report about them is a test, and the README shows it.
 */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#define NAME_LENGTH 12
#define SHELVES 4
#define LEDGER 8

enum kind { RECEIVED, RESERVED, SHIPPED };

struct article {
    int number;
    int stock;
    int price;
    char name[NAME_LENGTH];
    struct article *next;
};

struct reservation {
    int article;
    int amount;
    struct reservation *next;
};

struct entry {
    enum kind kind;
    int article;
    int amount;
};

struct shelf {
    struct article *articles;
    int count;
};

static struct shelf shelves[SHELVES];
static struct reservation *reservations;
static struct entry ledger[LEDGER];
static int entries;

extern int __VERIFIER_nondet_int(void);

/* ----- names ----- */

static int name_length(const char *name)
{
    int length = 0;
    while (name[length] != '\0')
        length++;
    return length;
}

/* Copies as much of a name as fits, and ends it. */
static void set_name(struct article *article, const char *name)
{
    int i = 0;
    while (i < NAME_LENGTH - 1 && name[i] != '\0') {
        article->name[i] = name[i];
        i++;
    }
    article->name[i] = '\0';
}

static int has_name(const struct article *article, const char *name)
{
    int i = 0;
    while (article->name[i] != '\0' && article->name[i] == name[i])
        i++;
    return article->name[i] == name[i];
}

/* ----- the ledger ----- */

static int is_full(void)
{
    return entries == LEDGER;
}

/* Writes an entry; the oldest half goes when there is no room. */
static void record(enum kind kind, int article, int amount)
{
    if (is_full()) {
        for (int i = 0; i < LEDGER / 2; i++)
            ledger[i] = ledger[i + LEDGER / 2];
        entries = LEDGER / 2;
    }
    ledger[entries].kind = kind;
    ledger[entries].article = article;
    ledger[entries].amount = amount;
    entries++;
}

/* What the ledger says was received, less what was shipped. */
static int balance(int article)
{
    int sum = 0;
    for (int i = 0; i < entries; i++) {
        if (ledger[i].article != article)
            continue;
        switch (ledger[i].kind) {
        case RECEIVED:
            sum += ledger[i].amount;
            break;
        case SHIPPED:
            sum -= ledger[i].amount;
            break;
        case RESERVED:
            break;
        }
    }
    return sum;
}

/* ----- articles ----- */

static struct shelf *shelf_of(int number)
{
    return &shelves[(unsigned)number % SHELVES];
}

static struct article *find_article(int number)
{
    struct article *article = shelf_of(number)->articles;
    while (article != NULL && article->number != number)
        article = article->next;
    return article;
}

static struct article *find_by_name(const char *name)
{
    for (int i = 0; i < SHELVES; i++) {
        struct article *article = shelves[i].articles;
        while (article != NULL) {
            if (has_name(article, name))
                return article;
            article = article->next;
        }
    }
    return NULL;
}

static struct article *add_article(int number, int price, const char *name)
{
    struct shelf *shelf = shelf_of(number);
    struct article *article = malloc(sizeof *article);
    if (article == NULL)
        return NULL;
    article->number = number;
    article->stock = 0;
    article->price = price;
    set_name(article, name);
    article->next = shelf->articles;
    shelf->articles = article;
    shelf->count++;
    return article;
}

static void receive(struct article *article, int amount)
{
    article->stock += amount;
    record(RECEIVED, article->number, amount);
}

/* The price of some pieces of an article. */
static int price_of(int number, int amount)
{
    struct article *article = find_article(number);
    return article->price * amount;
}

/* The fullest shelf. */
static int fullest_shelf(void)
{
    int best = 0;
    for (int i = 1; i <= SHELVES; i++) {
        if (shelves[i].count > shelves[best].count)
            best = i;
    }
    return best;
}

/* ----- reservations ----- */

static int reserve(int number, int amount)
{
    struct article *article = find_article(number);
    if (article == NULL || amount <= 0 || article->stock < amount)
        return 0;
    struct reservation *reservation = malloc(sizeof *reservation);
    if (reservation == NULL)
        return 0;
    reservation->article = number;
    reservation->amount = amount;
    reservation->next = reservations;
    reservations = reservation;
    record(RESERVED, number, amount);
    return 1;
}

static int reserved(int number)
{
    int sum = 0;
    struct reservation *reservation = reservations;
    while (reservation != NULL) {
        if (reservation->article == number)
            sum += reservation->amount;
        reservation = reservation->next;
    }
    return sum;
}

/* Takes the first reservation of an article off the list and hands it out. */
static int ship(int number)
{
    struct reservation **link = &reservations;
    while (*link != NULL && (*link)->article != number)
        link = &(*link)->next;
    struct reservation *reservation = *link;
    if (reservation == NULL)
        return 0;
    struct article *article = find_article(number);
    if (article != NULL)
        article->stock -= reservation->amount;
    *link = reservation->next;
    free(reservation);
    record(SHIPPED, number, reservation->amount);
    return 1;
}

/* ----- the end ----- */

static void clear(void)
{
    for (int i = 0; i < SHELVES; i++) {
        struct article *article = shelves[i].articles;
        while (article != NULL) {
            struct article *next = article->next;
            free(article);
            article = next;
        }
        shelves[i].articles = NULL;
        shelves[i].count = 0;
    }
    while (reservations != NULL) {
        struct reservation *next = reservations->next;
        free(reservations);
        reservations = next;
    }
}

/* Asks for one thing after the other, as a customer would. */
static void serve(int request, int number)
{
    switch (request) {
    case 0:
        if (reserve(number, 2))
            assert(reserved(number) >= 2);
        break;
    case 1:
        if (reserve(number, 1))
            ship(number);
        break;
    case 2:
        price_of(number, 3);
        break;
    case 3:
        fullest_shelf();
        break;
    default:
        break;
    }
}

int main(void)
{
    struct article *bolt = add_article(7, 5, "bolt");
    struct article *nut = add_article(11, 2, "nut");
    if (bolt == NULL || nut == NULL) {
        clear();
        return 1;
    }
    receive(bolt, 10);
    receive(nut, 25);
    assert(name_length(bolt->name) == 4);
    assert(find_by_name("nut") == nut);
    assert(balance(7) == 10);

    serve(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());

    assert(entries <= LEDGER);
    clear();
    return 0;
}
