/*
 * A small inventory: articles on a shelf, reservations by customers, and a ledger of what was moved.
 *
 * The program contains three mistakes on purpose. Invar's report about them is a test, and the README shows it.
 */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#define ARTICLES 4
#define LEDGER 6
#define MOST_PIECES 1000

enum kind { RECEIVED, RESERVED, SHIPPED };

enum request { RESERVE, SHIP, QUOTE, REVIEW, WITHDRAW };

struct article {
    int number;
    int stock;
    int price;
    int tax;
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

/* What a customer is told about a price. */
struct quote {
    int net;
    int tax;
    int gross;
};

static struct article articles[ARTICLES];
static int article_count;

static struct entry ledger[LEDGER];
/* So many were made, ever; the last of them are kept. */
static int entries;

/* The reservations that were not shipped yet, the newest first. */
static struct reservation *reservations;

extern int __VERIFIER_nondet_int(void);

/* ----- arithmetic ----- */

static int minimum(int a, int b)
{
    return a < b ? a : b;
}

static int maximum(int a, int b)
{
    return a > b ? a : b;
}

/* The nearest amount that may be asked for. */
static int sensible(int amount)
{
    return maximum(1, minimum(amount, MOST_PIECES));
}

/* Who buys much pays less for each piece. */
static int discount(int amount)
{
    if (amount >= 100)
        return 2;
    if (amount >= 20)
        return 1;
    return 0;
}

/* ----- the ledger ----- */

/* Where the next entry goes: the oldest one gives way when there is no room. */
static struct entry *next_entry(void)
{
    struct entry *entry = &ledger[entries % LEDGER];
    entries++;
    return entry;
}

static void record(enum kind kind, int article, int amount)
{
    struct entry *entry = next_entry();
    entry->kind = kind;
    entry->article = article;
    entry->amount = amount;
}

/* How many entries there are to look at. */
static int kept(void)
{
    return minimum(entries, LEDGER);
}

/* What an entry adds to the stock. */
static int effect(const struct entry *entry)
{
    switch (entry->kind) {
    case RECEIVED:
        return entry->amount;
    case SHIPPED:
        return -entry->amount;
    case RESERVED:
        break;
    }
    return 0;
}

/* What the ledger says was received of an article, less what was shipped. */
static int balance(int number)
{
    int sum = 0;
    for (int i = 0; i < kept(); i++) {
        if (ledger[i].article == number)
            sum += effect(&ledger[i]);
    }
    return sum;
}

/* ----- articles ----- */

static struct article *find_article(int number)
{
    for (int i = 0; i < article_count; i++) {
        if (articles[i].number == number)
            return &articles[i];
    }
    return NULL;
}

/* The new article, or NULL if the shelf is full or has it already. */
static struct article *add_article(int number, int price, int tax)
{
    if (article_count == ARTICLES || find_article(number) != NULL)
        return NULL;
    struct article *article = &articles[article_count];
    article->number = number;
    article->stock = 0;
    article->price = price;
    article->tax = tax;
    article_count++;
    return article;
}

static void receive(struct article *article, int amount)
{
    article->stock += amount;
    record(RECEIVED, article->number, amount);
}

/* The price of a piece, for who buys so many. */
static int price_of(int number, int amount)
{
    struct article *article = find_article(number);
    return article->price - discount(amount);
}

/* The tax on a piece; nothing that is not sold is taxed. */
static int tax_of(int number)
{
    struct article *article = find_article(number);
    return article != NULL ? article->tax : 0;
}

/* How many articles have fewer pieces than this. */
static int count_scarce(int least)
{
    int count = 0;
    for (int i = 0; i <= ARTICLES; i++) {
        if (articles[i].number != 0 && articles[i].stock < least)
            count++;
    }
    return count;
}

/* ----- reservations ----- */

static int is_available(const struct article *article, int amount)
{
    return article != NULL && amount > 0 && article->stock >= amount;
}

static int reserve(int number, int amount)
{
    struct article *article = find_article(number);
    if (!is_available(article, amount))
        return 0;
    struct reservation *reservation = malloc(sizeof *reservation);
    if (reservation == NULL)
        return 0;
    reservation->article = number;
    reservation->amount = amount;
    reservation->next = reservations;
    reservations = reservation;
    article->stock -= amount;
    record(RESERVED, number, amount);
    return 1;
}

/* How many pieces of an article are reserved. */
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

/* Takes the newest reservation off the list and hands it out. */
static int ship(void)
{
    struct reservation *reservation = reservations;
    if (reservation == NULL)
        return 0;
    reservations = reservation->next;
    free(reservation);
    record(SHIPPED, reservation->article, reservation->amount);
    return 1;
}

/* Gives the newest reservation up: its pieces are back on the shelf. */
static int withdraw(void)
{
    struct reservation *reservation = reservations;
    if (reservation == NULL)
        return 0;
    struct article *article = find_article(reservation->article);
    if (article != NULL)
        article->stock += reservation->amount;
    reservations = reservation->next;
    free(reservation);
    return 1;
}

/* ----- customers ----- */

static struct quote quote(int number, int amount)
{
    struct quote quote = { price_of(number, amount), tax_of(number), 0 };
    quote.gross = quote.net + quote.tax;
    return quote;
}

/* Does one thing for a customer. */
static void serve(enum request request, int number, int amount)
{
    struct quote told = { 0, 0, 0 };
    switch (request) {
    case RESERVE:
        if (reserve(number, amount))
            assert(reserved(number) == amount);
        break;
    case SHIP:
        if (reserve(number, amount))
            ship();
        break;
    case QUOTE:
        told = quote(number, amount);
        assert(told.gross - told.net == told.tax);
        break;
    case REVIEW:
        assert(count_scarce(amount) >= 0);
        break;
    case WITHDRAW:
        withdraw();
        break;
    }
}

int main(void)
{
    struct article *bolt = add_article(1, 5, 1);
    struct article *nut = add_article(2, 4, 1);
    assert(bolt != NULL && nut != NULL);
    receive(bolt, 10);
    receive(nut, 25);
    assert(balance(1) == bolt->stock);

    int request = __VERIFIER_nondet_int();
    int number = __VERIFIER_nondet_int();
    if (request >= RESERVE && request <= WITHDRAW)
        serve(request, number, sensible(__VERIFIER_nondet_int()));

    withdraw();
    assert(reservations == NULL);
    return 0;
}
