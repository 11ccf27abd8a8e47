/* The C twin of stratege.games.mingmang.kernel: the same words and steps. */

#include <stdint.h>

typedef struct {
    uint64_t n, first_row, first_column, shift, inverse;
} Rules;

typedef struct {
    uint64_t mine, theirs;
} State;

static void prepare(void)
{
}

static inline int lowest_index(uint64_t word)
{
    return __builtin_ctzll(word);
}

static inline uint64_t up_to_highest(uint64_t word)
{
    return word == 0 ? 0 : ~0ull >> __builtin_clzll(word);
}

static inline uint64_t reach_up(uint64_t line, uint64_t cell, uint64_t blockers)
{
    uint64_t beyond = line & ~(cell | (cell - 1));
    uint64_t first = beyond & blockers;
    return beyond & ((first & -first) - 1);
}

static inline uint64_t reach_down(uint64_t line, uint64_t cell, uint64_t blockers)
{
    uint64_t before = line & (cell - 1);
    return before & ~up_to_highest(before & blockers);
}

static inline uint64_t flipped(uint64_t line, uint64_t cell, uint64_t mine, uint64_t theirs)
{
    uint64_t beyond = line & ~(cell | (cell - 1));
    uint64_t behind = beyond & ~theirs;
    behind &= -behind;
    uint64_t turned = (behind & mine) != 0 ? beyond & (behind - 1) : 0;
    uint64_t before = line & (cell - 1);
    uint64_t within = up_to_highest(before & ~theirs);
    if ((mine & (within ^ within >> 1)) != 0)
        turned |= before & ~within;
    return turned;
}

static inline uint64_t closed_in(const Rules *rules, uint64_t target, uint64_t mine, uint64_t theirs)
{
    uint64_t row = target * rules->inverse >> 40;
    uint64_t column = target - rules->n * row;
    uint64_t cell = 1ull << target;
    uint64_t across = flipped(rules->first_row << rules->n * row, cell, mine, theirs);
    return across | flipped(rules->first_column << column, cell, mine, theirs);
}

static inline int64_t *moves(const Rules *rules, State state, int64_t *out)
{
    uint64_t n = rules->n;
    uint64_t occupied = state.mine | state.theirs;
    for (uint64_t row = 0; row < n; row++) {
        uint64_t line = rules->first_row << n * row;
        uint64_t pawns = (state.mine & line) >> n * row;
        while (pawns != 0) {
            uint64_t column = lowest_index(pawns);
            pawns &= pawns - 1;
            uint64_t origin = n * row + column;
            uint64_t cell = 1ull << origin;
            uint64_t across = rules->first_column << column;
            uint64_t targets = reach_up(line, cell, occupied) | reach_down(line, cell, occupied) |
                               reach_up(across, cell, occupied) | reach_down(across, cell, occupied);
            while (targets != 0) {
                *out++ = origin << rules->shift | lowest_index(targets);
                targets &= targets - 1;
            }
        }
    }
    return out;
}

static inline State play(const Rules *rules, State state, int64_t move)
{
    uint64_t target = move & ((1ull << rules->shift) - 1);
    uint64_t mine = state.mine & ~(1ull << (move >> rules->shift));
    uint64_t turned = closed_in(rules, target, mine, state.theirs);
    return (State){state.theirs & ~turned, mine | turned | 1ull << target};
}

static inline int finished(const Rules *rules, State state)
{
    (void)rules, (void)state;
    return 0;
}

#include "tree.h"
