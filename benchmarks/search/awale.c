/* The C twin of the search of Awalé: stratege.games.awale.network, and for boards that it does not judge
   stratege.games.awale.evaluate, on top of the kernel's twin. WEIGHTS and network.h are given by who compiles it. */

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

static inline int64_t linear(uint64_t mine, uint64_t theirs)
{
    return weights[0] * (int64_t)((mine >> STORE) - (theirs >> STORE)) +
           weights[1] * (int64_t)(seeds_in(mine) - seeds_in(theirs)) +
           weights[2] * (filled(mine) - filled(theirs)) + weights[3] * (exposed(mine) - exposed(theirs)) +
           weights[4] * (heaps(mine) - heaps(theirs));
}

#if __has_include("network.h")
#include "layer.h"

enum { SEEDS = 48, PITS = OWN_ROWS, STORES = PITS + 12 * 24, HARVESTS = STORES + 2 * 25, TURNS = HARVESTS + 2 * 64 };

static inline int64_t exposed_pits(uint64_t word)
{
    uint64_t others = (((word & ROW) + ONES) ^ TWOS) & TWO_OR_THREE, bits = 0;
    uint64_t exposed = (((((others & LOWS) + LOWS) | others) & TOPS) ^ TOPS) >> 7;
    for (int pit = 0; pit < 6; pit++)
        bits |= exposed << (40 - 7 * pit);
    return bits >> 40 & 63;
}

static inline int64_t least(int64_t one, int64_t two)
{
    return one < two ? one : two;
}

/* Add the rows of six pits; the bits of the other side's pits where sowings from them end. */
static inline int64_t add_pits(Lanes *sums, uint64_t word, int64_t first)
{
    int64_t reached = 0;
    for (int pit = 0; pit < 6; pit++) {
        int64_t seeds = least(word >> 8 * pit & 255, 23);
        *sums += *row(first + 24 * pit + seeds);
        reached |= 5 < pit + seeds && pit + seeds < 12 ? 1 << (pit + seeds - 6) : 0;
    }
    return reached;
}

static inline int64_t learned(const Rules *rules, State state)
{
    uint64_t mine = state.mine, theirs = state.theirs;
    Lanes sums = {0};
    int64_t by_me = add_pits(&sums, mine, PITS), by_them = add_pits(&sums, theirs, PITS + 6 * 24);
    sums += *row(STORES + least(mine >> STORE, 24)) + *row(STORES + 25 + least(theirs >> STORE, 24));
    sums += *row(HARVESTS + (by_me & exposed_pits(theirs))) + *row(HARVESTS + 64 + (by_them & exposed_pits(mine)));
    sums += *row(TURNS + (rules->turn_limit ? least(rules->turn_limit - state.turns, 60) : 60));
    return value_of(sums);
}
#else
enum { SEEDS = -1 };
#define learned(rules, state) 0
#endif

static inline int64_t evaluate(const Rules *rules, State state)
{
    uint64_t mine = state.mine, theirs = state.theirs;
    int64_t seeds = (int64_t)((mine >> STORE) + (theirs >> STORE) + seeds_in(mine) + seeds_in(theirs));
    return seeds == SEEDS ? learned(rules, state) : linear(mine, theirs);
}

static inline int64_t promise(const Rules *rules, State state, int64_t move)
{
    (void)rules;
    uint64_t entry = (uint64_t)move << 8 | (state.mine >> 8 * move & 255);
    int last = last_pit[entry];
    return last < 6 ? 0 : (int64_t)seeds_in(captured(state.theirs + sown_theirs[entry], last));
}

#include "search.h"
