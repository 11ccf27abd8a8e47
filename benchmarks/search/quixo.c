/* The C twin of the search of Quixo: stratege.games.quixo.network, if there is one, or stratege.games.quixo.evaluate,
   on top of the kernel's twin. WEIGHTS and network.h are given by who compiles it. */

#define main perft_main
#include "../perft/quixo.c"
#undef main

#define BOARDS_COME_BACK 1

enum { FIELD = 3, LEFT = 3 * FIELD, BELOW = LEFT + 2 * FIELD };
static const int64_t weights[] = {WEIGHTS};
static int64_t rows[(2 << 6) + (2 << 8) + (3 << 10)], first_rows[LARGEST + 1];
static int64_t columns[LARGEST + 1][1 << LEFT], more_columns[LARGEST + 1][1 << 2 * FIELD];

static inline int64_t worth(int within, int marks)
{
    return 0 < marks && marks < 5 ? weights[4 * within + marks - 1] : 0;
}

/* What one row with these cells is worth, above the marks it has in each column. */
static int64_t row_entry(int n, int row, int cells)
{
    int64_t entry = worth(0 < row && row < n - 1, __builtin_popcount(cells)) << BELOW;
    for (int column = 0; column < n; column++)
        entry += (int64_t)(cells >> column & 1) << FIELD * column;
    return entry;
}

static int64_t columns_worth(int n, int first, int sums)
{
    int64_t total = 0;
    for (int column = first; column < n && column < first + 3; column++, sums >>= FIELD)
        total += worth(0 < column && column < n - 1, sums & 7);
    return total;
}

static void prepare_all(void)
{
    prepare();
    int at = 0;
    for (int n = SMALLEST; n <= LARGEST; n++) {
        first_rows[n] = at;
        for (int top = 0; top < n; top += 2)
            for (int cells = 0; cells < 1 << 2 * n; cells++)
                rows[at++] = row_entry(n, top, cells & ((1 << n) - 1)) + row_entry(n, top + 1, cells >> n);
        for (int sums = 0; sums < 1 << LEFT; sums++)
            columns[n][sums] = columns_worth(n, 0, sums);
        for (int sums = 0; sums < 1 << 2 * FIELD; sums++)
            more_columns[n][sums] = columns_worth(n, 3, sums);
    }
}

static inline int64_t result(const Rules *rules, State state, int reason)
{
    (void)rules, (void)state;
    return reason == THEIR_LINE ? -1 : 1;
}

static inline int64_t worth_of(int64_t n, uint64_t cells)
{
    int64_t total = 0;
    const int64_t *entry = rows + first_rows[n];
    for (int64_t pair = 0; pair < (n + 1) >> 1; pair++, cells >>= 2 * n, entry += 1ll << 2 * n)
        total += entry[cells & ((1ull << 2 * n) - 1)];
    return (total >> BELOW) + columns[n][total & ((1 << LEFT) - 1)] +
           more_columns[n][total >> LEFT & ((1 << 2 * FIELD) - 1)];
}

#if __has_include("network.h")
#include "layer.h"

enum { SIDE = 5, PATTERNS = 243, LINES = OWN_ROWS, BLANKS = LINES + 12 * PATTERNS };

#define COLUMN 0x108421ull
#define DIAGONAL 0x1041041ull
#define OTHER_DIAGONAL 0x111110ull
#define FROM_COLUMN 0x11111ull
#define FROM_DIAGONAL 0x108421ull

static const int64_t digits[32] = {0,  1,  3,  4,  9,  10, 12, 13, 27,  28,  30,  31,  36,  37,  39,  40,
                                   81, 82, 84, 85, 90, 91, 93, 94, 108, 109, 111, 112, 117, 118, 120, 121};

static inline const Lanes *line_row(int number, uint64_t mine, uint64_t theirs)
{
    return row(LINES + number * PATTERNS + digits[mine & 31] + 2 * digits[theirs & 31]);
}

static inline int64_t learned(uint64_t mine, uint64_t theirs)
{
    Lanes sums = *row(BLANKS + SIDE * SIDE - __builtin_popcountll(mine | theirs));
    for (int i = 0; i < SIDE; i++) {
        sums += *line_row(i, mine >> SIDE * i, theirs >> SIDE * i);
        sums += *line_row(SIDE + i, (mine >> i & COLUMN) * FROM_COLUMN >> 16,
                          (theirs >> i & COLUMN) * FROM_COLUMN >> 16);
    }
    sums += *line_row(2 * SIDE, (mine & DIAGONAL) * FROM_DIAGONAL >> 20, (theirs & DIAGONAL) * FROM_DIAGONAL >> 20);
    sums += *line_row(2 * SIDE + 1, (mine & OTHER_DIAGONAL) * FROM_DIAGONAL >> 20,
                      (theirs & OTHER_DIAGONAL) * FROM_DIAGONAL >> 20);
    return value_of(sums);
}
#else
enum { SIDE = -1 };
#define learned(mine, theirs) 0
#endif

static inline int64_t evaluate(const Rules *rules, State state)
{
    if (rules->n == SIDE)
        return learned(state.mine, state.theirs);
    return worth_of(rules->n, state.mine) - worth_of(rules->n, state.theirs);
}

static inline int64_t promise(const Rules *rules, State state, int64_t move)
{
    return (state.mine & taken_bit[rules->first + move]) == 0;
}

#include "search.h"
