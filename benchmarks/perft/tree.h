/* The C twin of stratege.engine.perft_kernel and benchmarks.perft.full, included by each game's twin after
   its Rules, State, moves, play and finished.

   usage: game count|digest DEPTH RULES... STATE...     the same integers that the kernel is given
   prints the answer and the seconds of processor time that it took */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROOM 65536

static int64_t room[ROOM];

static int64_t count(const Rules *rules, State state, int depth, int64_t *out)
{
    if (finished(rules, state) != 0)
        return 0;
    int64_t *end = moves(rules, state, out);
    if (depth == 1)
        return end - out;
    int64_t leaves = 0;
    for (int64_t *move = out; move < end; move++)
        leaves += count(rules, play(rules, state, *move), depth - 1, end);
    return leaves;
}

static inline uint64_t leaf(const Rules *rules, State state)
{
    return state.mine + 3 * state.theirs + finished(rules, state);
}

static uint64_t digest(const Rules *rules, State state, int depth, int64_t *out)
{
    if (depth == 0)
        return leaf(rules, state);
    if (finished(rules, state) != 0)
        return 0;
    int64_t *end = moves(rules, state, out);
    uint64_t total = 0;
    if (depth == 1) {
        for (int64_t *move = out; move < end; move++)
            total += leaf(rules, play(rules, state, *move));
        return total;
    }
    for (int64_t *move = out; move < end; move++)
        total += digest(rules, play(rules, state, *move), depth - 1, end);
    return total;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void read_words(uint64_t *words, size_t bytes, char **texts)
{
    for (size_t i = 0; i < bytes / sizeof *words; i++)
        words[i] = strtoull(texts[i], NULL, 10);
}

int main(int argc, char **argv)
{
    Rules rules;
    State state;
    if (argc != 3 + (int)((sizeof rules + sizeof state) / sizeof(uint64_t)))
        return 2;
    read_words((uint64_t *)&rules, sizeof rules, argv + 3);
    read_words((uint64_t *)&state, sizeof state, argv + 3 + sizeof rules / sizeof(uint64_t));
    int depth = atoi(argv[2]);
    prepare();
    double start = seconds();
    uint64_t answer = strcmp(argv[1], "count") == 0 ? (uint64_t)count(&rules, state, depth, room)
                                                    : digest(&rules, state, depth, room);
    printf("%llu %.9f\n", (unsigned long long)answer, seconds() - start);
    return 0;
}
