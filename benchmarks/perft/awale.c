/* The C twin of stratege.games.awale.kernel: the same words, tables and steps. */

#include <stdint.h>

enum { FORBIDDEN, CANCELLED, LAST_RESORT };
enum { GOES_ON, NO_MOVE, MAJORITY, FEW_SEEDS, TURN_LIMIT };

#define ROW 0x0000FFFFFFFFFFFFull
#define ONES 0x0000010101010101ull
#define TWOS (2 * ONES)
#define TWO_OR_THREE (0xFE * ONES)
#define FOUR_OR_MORE (0xFC * ONES)
#define STORE 48

typedef struct {
    int64_t famine, few, turn_limit;
} Rules;

typedef struct {
    uint64_t mine, theirs;
    int64_t turns;
} State;

static uint64_t sown_mine[6 * 256], sown_theirs[6 * 256];
static int64_t last_pit[6 * 256];

static void prepare(void)
{
    for (int pit = 0; pit < 6; pit++)
        for (int seeds = 0; seeds < 256; seeds++) {
            uint64_t rows[2] = {0, 0};
            int at = pit;
            for (int seed = 0; seed < seeds; seed++) {
                at = (at + 1) % 12;
                if (at == pit)
                    at = (at + 1) % 12;
                rows[at / 6] += 1ull << 8 * (at % 6);
            }
            sown_mine[256 * pit + seeds] = rows[0] & ROW;
            sown_theirs[256 * pit + seeds] = rows[1] & ROW;
            last_pit[256 * pit + seeds] = at;
        }
}

static inline int highest_index(uint64_t word)
{
    return word == 0 ? -1 : 63 - __builtin_clzll(word);
}

static inline uint64_t seeds_in(uint64_t word)
{
    return (word & ROW) * ONES >> 40 & 255;
}

static inline uint64_t captured(uint64_t theirs, int last)
{
    uint64_t reach = (1ull << 8 * (last - 5)) - 1;
    uint64_t others = (theirs ^ TWOS) & TWO_OR_THREE & reach;
    int stop = highest_index(others) >> 3;
    return theirs & reach & ~((1ull << 8 * (stop + 1)) - 1);
}

static inline State sow(const Rules *rules, State state, int pit)
{
    int lane = 8 * pit;
    uint64_t entry = (uint64_t)pit << 8 | (state.mine >> lane & 255);
    state.mine = (state.mine & ~(255ull << lane)) + sown_mine[entry];
    state.theirs += sown_theirs[entry];
    int last = last_pit[entry];
    if (last >= 6) {
        uint64_t taken = captured(state.theirs, last);
        if (taken != (state.theirs & ROW) || rules->famine != CANCELLED) {
            state.mine += seeds_in(taken) << STORE;
            state.theirs ^= taken;
        }
    }
    return state;
}

static inline int64_t *filled_pits(State state, int64_t *out)
{
    for (int pit = 0; pit < 6; pit++) {
        *out = pit;
        out += (state.mine >> 8 * pit & 255) != 0;
    }
    return out;
}

static inline int64_t *moves(const Rules *rules, State state, int64_t *out)
{
    if ((state.theirs & (rules->famine == CANCELLED ? ROW : FOUR_OR_MORE)) != 0)
        return filled_pits(state, out);
    int64_t *end = out;
    for (int pit = 0; pit < 6; pit++)
        if ((state.mine >> 8 * pit & 255) != 0 && (sow(rules, state, pit).theirs & ROW) != 0)
            *end++ = pit;
    return end == out && rules->famine == LAST_RESORT ? filled_pits(state, out) : end;
}

static inline State play(const Rules *rules, State state, int64_t move)
{
    State after = sow(rules, state, move);
    int64_t turns = rules->turn_limit != 0 ? state.turns + 1 : 0;
    return (State){after.theirs, after.mine, turns};
}

static inline int finished(const Rules *rules, State state)
{
    int64_t board = seeds_in(state.mine) + seeds_in(state.theirs);
    int64_t mine = state.mine >> STORE;
    int64_t theirs = state.theirs >> STORE;
    if (mine > theirs + board || theirs > mine + board)
        return MAJORITY;
    if (board <= rules->few)
        return FEW_SEEDS;
    if (rules->turn_limit != 0 && state.turns >= rules->turn_limit)
        return TURN_LIMIT;
    return GOES_ON;
}

#include "tree.h"
