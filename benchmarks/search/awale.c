/* The C twin of the search of Awalé: stratege.games.awale.evaluate on top of the kernel's twin.
   WEIGHTS is given by who compiles it. */

#define main perft_main
#include "../perft/awale.c"
#undef main

#define BOARDS_COME_BACK 0 /* turns are counted, so none does */
#define TOPS (0x80 * ONES)
#define LOWS (0x7F * ONES)

static const int64_t weights[] = {WEIGHTS};

static void prepare_all(void)
{
    prepare();
}

static inline int64_t result(const Rules *rules, State state, int reason)
{
    (void)rules, (void)reason;
    return (int64_t)((state.mine >> STORE) + seeds_in(state.mine)) -
           (int64_t)((state.theirs >> STORE) + seeds_in(state.theirs));
}

static inline int64_t filled(uint64_t word)
{
    return __builtin_popcountll((((word & LOWS) + LOWS) | word) & TOPS);
}

static inline int64_t exposed(uint64_t word)
{
    return 6 - filled((((word & ROW) + ONES) ^ TWOS) & TWO_OR_THREE);
}

static inline int64_t heaps(uint64_t word)
{
    return __builtin_popcountll((((word & LOWS) + 116 * ONES) | word) & TOPS);
}

static inline int64_t evaluate(const Rules *rules, State state)
{
    (void)rules;
    uint64_t mine = state.mine, theirs = state.theirs;
    return weights[0] * (int64_t)((mine >> STORE) - (theirs >> STORE)) +
           weights[1] * (int64_t)(seeds_in(mine) - seeds_in(theirs)) +
           weights[2] * (filled(mine) - filled(theirs)) + weights[3] * (exposed(mine) - exposed(theirs)) +
           weights[4] * (heaps(mine) - heaps(theirs));
}

static inline int64_t promise(const Rules *rules, State state, int64_t move)
{
    (void)rules;
    uint64_t entry = (uint64_t)move << 8 | (state.mine >> 8 * move & 255);
    int last = last_pit[entry];
    return last < 6 ? 0 : (int64_t)seeds_in(captured(state.theirs + sown_theirs[entry], last));
}

#include "search.h"
