/* The C twin of the search of Quixo: stratege.games.quixo.evaluate on top of the kernel's twin.
   WEIGHTS is given by who compiles it. */

#define main perft_main
#include "../perft/quixo.c"
#undef main

#define BOARDS_COME_BACK 1

static const int64_t weights[] = {WEIGHTS};
static uint64_t all_lines[6 + 8 + 10];
static int64_t first_line[LARGEST + 1], line_worth[2 * 8 * 8];
enum { OUTER = 4 };

static inline int64_t worth(int within, int marks)
{
    return 0 < marks && marks < 5 ? weights[4 * within + marks - 1] : 0;
}

static void prepare_all(void)
{
    prepare();
    for (int within = 0; within < 2; within++)
        for (int mine = 0; mine < 8; mine++)
            for (int theirs = 0; theirs < 8; theirs++)
                line_worth[within << 6 | mine << 3 | theirs] = worth(within, mine) - worth(within, theirs);
    int entry = 0;
    for (int n = SMALLEST; n <= LARGEST; n++) {
        first_line[n] = entry;
        for (int within = 0; within < 2; within++) /* the lines of the border come first */
            for (int i = 0; i < n; i++)
                if ((0 < i && i < n - 1) == within) {
                    for (int j = 0; j < n; j++) {
                        all_lines[entry] |= 1ull << (n * i + j);
                        all_lines[entry + 1] |= 1ull << (n * j + i);
                    }
                    entry += 2;
                }
    }
}

static inline int64_t result(const Rules *rules, State state, int reason)
{
    (void)rules, (void)state;
    return reason == THEIR_LINE ? -1 : 1;
}

static inline int64_t evaluate(const Rules *rules, State state)
{
    int64_t value = 0;
    const uint64_t *lines = all_lines + first_line[rules->n];
    for (int i = 0; i < 2 * rules->n; i++) {
        int mine = __builtin_popcountll(state.mine & lines[i]);
        int theirs = __builtin_popcountll(state.theirs & lines[i]);
        value += line_worth[(i >= OUTER) << 6 | mine << 3 | theirs];
    }
    return value;
}

static inline int64_t promise(const Rules *rules, State state, int64_t move)
{
    return (state.mine & taken_bit[rules->first + move]) == 0;
}

#include "search.h"
