/* The C twin of stratege.games.quixo.kernel: the same words, tables and steps. */

#include <stdint.h>

enum { GOES_ON, NO_MOVE, MY_LINE, THEIR_LINE, BOTH_LINES };

typedef struct {
    int64_t n, first;
} Rules;

typedef struct {
    uint64_t mine, theirs;
} State;

#define MINE 0xFFFFFFFFull
#define BOTH (1ull << 32 | 1)
#define SMALLEST 3
#define LARGEST 5
#define ALL_MOVES (20 + 32 + 44)

static uint64_t taken_bit[ALL_MOVES], inserted_bit[ALL_MOVES], sliding[ALL_MOVES];
static int64_t down[ALL_MOVES], up[ALL_MOVES];
static uint64_t first_row[LARGEST + 1], first_column[LARGEST + 1];
static int64_t move_count[LARGEST + 1];

static void add_move(int entry, int n, int taken, int inserted)
{
    int step = taken / n == inserted / n ? 1 : n;
    int low = taken < inserted ? taken : inserted;
    int high = taken < inserted ? inserted : taken;
    for (int cell = low; cell <= high; cell += step)
        sliding[entry] |= 1ull << cell;
    sliding[entry] &= ~(1ull << taken);
    taken_bit[entry] = 1ull << taken;
    inserted_bit[entry] = 1ull << inserted;
    down[entry] = inserted > taken ? step : 0;
    up[entry] = inserted < taken ? step : 0;
}

static int is_end(int n, int taken, int cell)
{
    int row = taken / n, column = taken % n;
    return cell != taken && (cell == row * n || cell == row * n + n - 1 || cell == column ||
                             cell == (n - 1) * n + column);
}

static void prepare(void)
{
    int entry = 0;
    for (int n = SMALLEST; n <= LARGEST; n++) {
        for (int taken = 0; taken < n * n; taken++) {
            int row = taken / n, column = taken % n;
            if (row == 0 || row == n - 1 || column == 0 || column == n - 1)
                for (int cell = 0; cell < n * n; cell++)
                    if (is_end(n, taken, cell)) {
                        add_move(entry++, n, taken, cell);
                        move_count[n]++;
                    }
        }
        for (int i = 0; i < n; i++) {
            first_row[n] |= BOTH << i;
            first_column[n] |= BOTH << n * i;
        }
    }
}

static inline uint64_t lines(int n, uint64_t cells, int step, uint64_t starts)
{
    uint64_t pairs = cells & cells >> step;
    return pairs & pairs >> step * (n - 3) & cells >> step * (n - 1) & starts;
}

static inline int64_t *moves(const Rules *rules, State state, int64_t *out)
{
    int64_t count = move_count[rules->n];
    for (int64_t move = 0; move < count; move++) {
        *out = move; /* kept if the cube may be taken */
        out += (taken_bit[rules->first + move] & state.theirs) == 0;
    }
    return out;
}

static inline State play(const Rules *rules, State state, int64_t move)
{
    int64_t entry = rules->first + move;
    uint64_t slides = sliding[entry];
    uint64_t still = ~(slides | taken_bit[entry]);
    uint64_t mine = (state.mine & still) | (state.mine & slides) >> down[entry] << up[entry] | inserted_bit[entry];
    uint64_t theirs = (state.theirs & still) | (state.theirs & slides) >> down[entry] << up[entry];
    return (State){theirs, mine};
}

static inline int finished(const Rules *rules, State state)
{
    int n = rules->n;
    uint64_t cells = state.mine | state.theirs << 32;
    uint64_t found = lines(n, cells, 1, first_column[n]) | lines(n, cells, n, first_row[n]);
    found |= lines(n, cells, n + 1, BOTH) | lines(n, cells, n - 1, BOTH << (n - 1));
    if (found == 0)
        return GOES_ON;
    if (found >> 32 == 0)
        return MY_LINE;
    return (found & MINE) == 0 ? THEIR_LINE : BOTH_LINES;
}

#include "tree.h"
