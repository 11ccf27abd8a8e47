/* The C twin of the search of Quixo: stratege.games.quixo.evaluate on top of the kernel's twin.
   WEIGHTS is given by who compiles it. */

#define main perft_main
#include "../perft/quixo.c"
#undef main

#define BOARDS_COME_BACK 1

static const int64_t weights[] = {WEIGHTS};
static uint64_t all_lines[8 + 10 + 12];
static int64_t first_line[LARGEST + 1], line_worth[6 * 8];

static inline int64_t worth(int mine, int theirs)
{
    if (mine == 0 || mine == 5)
        return 0;
    return theirs == 0 ? weights[mine - 1] : weights[mine + 3];
}

static void prepare_all(void)
{
    prepare();
    for (int mine = 0; mine <= 5; mine++)
        for (int theirs = 0; mine + theirs <= 5; theirs++)
            line_worth[mine << 3 | theirs] = worth(mine, theirs) - worth(theirs, mine);
    int entry = 0;
    for (int n = SMALLEST; n <= LARGEST; n++) {
        first_line[n] = entry;
        for (int i = 0; i < n; i++, entry++)
            for (int j = 0; j < n; j++) {
                all_lines[entry] |= 1ull << (n * i + j);
                all_lines[entry + n] |= 1ull << (n * j + i);
            }
        entry += n;
        for (int i = 0; i < n; i++) {
            all_lines[entry] |= 1ull << (n + 1) * i;
            all_lines[entry + 1] |= 1ull << (n - 1) * (i + 1);
        }
        entry += 2;
    }
}

static inline int64_t result(const Rules *rules, State state, int reason)
{
    (void)rules, (void)state;
    return reason == THEIR_LINE ? -1 : 1;
}

static inline int64_t worth_of_line(State state, uint64_t cells)
{
    int mine = __builtin_popcountll(state.mine & cells), theirs = __builtin_popcountll(state.theirs & cells);
    return line_worth[mine << 3 | theirs];
}

static inline int64_t evaluate(const Rules *rules, State state)
{
    int64_t value = 0;
    for (int64_t i = first_line[rules->n]; i < first_line[rules->n] + 2 * rules->n + 2; i++)
        value += worth_of_line(state, all_lines[i]);
    return value;
}

static inline int64_t promise(const Rules *rules, State state, int64_t move)
{
    return (state.mine & taken_bit[rules->first + move]) == 0;
}

#include "search.h"
