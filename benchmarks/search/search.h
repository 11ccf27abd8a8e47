/* The C twin of stratege.engine.alphabeta_kernel and of the deepening in stratege.engine.alphabeta, included by each
   game's twin after its Rules, State, moves, play, finished, result, evaluate and promise.
   Left out is what these games do not need: boards that may not come back, and players who overlook moves.

   usage: game DEPTH FEATURES BUCKETS RULES... STATE... PLAYER  the same integers that the search is given
   prints for each depth: the depth, the value, the nodes so far, the seconds of processor time so far */

#include <stdbool.h>
#include <sys/mman.h>
#include "evaluation.h"

enum { INFINITE = 32000, WIN = 30000, WON = 29000, WINDOW = 40, MAX_PLY = 128, PICKED = 8 };
enum { USE_TABLE = 1, USE_KILLERS = 2, USE_HISTORY = 4, USE_PROMISE = 8, USE_NULL_WINDOW = 16 };
enum { EXACT = 1, AT_LEAST, AT_MOST };

#define NO_MOVE_YET ((1 << 24) - 1)
#define HISTORY_MASK ((1 << 12) - 1)
#define BOARD_MASK ((1 << 12) - 1)
#define HUGE_PAGE (1 << 21)

typedef struct {
    uint64_t check, data; /* key ^ data, data */
} Entry;

typedef struct {
    Entry deepest, latest;
} Bucket;

static Bucket *table;
static uint64_t table_mask, age = 1, path;
static int64_t nodes, node_limit, known, features;
static bool stop;
static int64_t killers[MAX_PLY][2], history[HISTORY_MASK + 1], line[MAX_PLY][MAX_PLY];
static uint64_t boards[BOARD_MASK + 1];

static inline uint64_t mix(uint64_t seed, uint64_t word)
{
    uint64_t blend = (seed ^ word) * 0x9E3779B97F4A7C15;
    blend = (blend ^ blend >> 32) * 0xBF58476D1CE4E5B9;
    return (blend ^ blend >> 29) & 0x7FFFFFFFFFFFFFFF;
}

static inline uint64_t key_of(State state, int64_t player)
{
    const uint64_t *words = (const uint64_t *)&state;
    uint64_t key = mix(player, 0);
    for (size_t i = 0; i < sizeof state / sizeof *words; i++)
        key = mix(key, words[i]);
    return key;
}

/* Boards repeat with the same player to move. */
static inline uint64_t trace_of(State state, int64_t player)
{
    return mix(mix(mix(1, state.mine), state.theirs), player) | 1;
}

static inline uint64_t *slot_of(uint64_t trace)
{
    uint64_t at = trace >> 20 & BOARD_MASK;
    while (boards[at] != 0 && boards[at] != trace)
        at = (at + 1) & BOARD_MASK;
    return boards + at;
}

static inline int64_t final_value(int64_t margin, int64_t ply)
{
    if (margin > 0)
        return WIN - ply;
    return margin < 0 ? ply - WIN : 0;
}

static inline void remember(uint64_t key, int64_t value, int64_t depth, int bound, int64_t move, int64_t ply)
{
    if (value > WON)
        value += ply;
    else if (value < -WON)
        value -= ply;
    uint64_t data = (uint64_t)(value + 32768) | (uint64_t)depth << 16 | (uint64_t)bound << 24 |
                    (uint64_t)move << 26 | age << 50;
    Bucket *bucket = table + (key & table_mask);
    uint64_t there = bucket->deepest.data;
    bool deeper = (int64_t)(there >> 16 & 255) <= depth || there >> 50 != age;
    Entry *place = deeper ? &bucket->deepest : &bucket->latest;
    *place = (Entry){key ^ data, data};
}

static inline uint64_t recall(uint64_t key)
{
    const Bucket *bucket = table + (key & table_mask);
    if ((bucket->deepest.check ^ bucket->deepest.data) == key)
        return bucket->deepest.data;
    if ((bucket->latest.check ^ bucket->latest.data) == key)
        return bucket->latest.data;
    return 0;
}

static inline void rank_moves(const Rules *rules, State state, int64_t *start, int64_t *end, int64_t hint,
                              int64_t ply)
{
    int64_t killer = killers[ply][0], second = killers[ply][1];
    int64_t *best = start;
    for (int64_t *at = start; at < end; at++) {
        int64_t move = *at, rank = 0;
        if (features & USE_HISTORY)
            rank = history[move & HISTORY_MASK];
        if (features & USE_PROMISE)
            rank += promise(rules, state, move) << 20;
        if (features & USE_KILLERS && (move == killer || move == second))
            rank += 1 << 19;
        if (move == hint)
            rank = 1 << 30;
        *at = rank << 24 | move;
        if (*at > *best)
            best = at;
    }
    int64_t picked = *best;
    *best = *start;
    *start = picked;
}

static inline void bring_best(int64_t *from, int64_t *end)
{
    int64_t *best = from;
    for (int64_t *at = from + 1; at < end; at++)
        if (*at > *best)
            best = at;
    int64_t picked = *best;
    *best = *from;
    *from = picked;
}

static inline void keep_line(int64_t move, int64_t ply)
{
    line[ply][ply] = move;
    int64_t i = ply + 1;
    for (; i < MAX_PLY - 1 && line[ply + 1][i] != NO_MOVE_YET; i++)
        line[ply][i] = line[ply + 1][i];
    line[ply][i] = NO_MOVE_YET;
}

static inline void credit(int64_t move, int64_t depth, int64_t ply)
{
    if (killers[ply][0] != move) {
        killers[ply][1] = killers[ply][0];
        killers[ply][0] = move;
    }
    int64_t *entry = history + (move & HISTORY_MASK);
    *entry += depth * depth;
    if (*entry > 1 << 18)
        for (int i = 0; i <= HISTORY_MASK; i++)
            history[i] >>= 1;
}

static int64_t search(const Rules *rules, State state, int64_t player, int64_t alpha, int64_t beta,
                      int64_t depth, int64_t ply, int64_t *start)
{
    if (++nodes >= node_limit)
        stop = true;
    if (stop)
        return 0;
    line[ply][ply] = NO_MOVE_YET;

    int reason = finished(rules, state);
    if (reason != 0)
        return final_value(result(rules, state, reason), ply);
    if (ply > 0 && known != 0 && *slot_of(trace_of(state, player)) != 0)
        return 0;
    if (depth == 0 || ply == MAX_PLY - 1)
        return evaluate(rules, state);

    uint64_t key = 0;
    int64_t hint = NO_MOVE_YET;
    bool tabled = depth > 1 && features & USE_TABLE;
    if (tabled) {
        key = key_of(state, player) ^ path;
        uint64_t data = recall(key);
        if (data != 0) {
            hint = data >> 26 & NO_MOVE_YET;
            int bound = data >> 24 & 3;
            int64_t value = (int64_t)(data & 0xFFFF) - 32768;
            if (value > WON)
                value -= ply;
            else if (value < -WON)
                value += ply;
            if ((int64_t)(data >> 16 & 255) == depth && ply > 0)
                if (bound == EXACT || (bound == AT_LEAST && value >= beta) ||
                    (bound == AT_MOST && value <= alpha))
                    return value;
        }
    }

    int64_t *end = moves(rules, state, start);
    if (end == start)
        return final_value(result(rules, state, NO_MOVE), ply);
    rank_moves(rules, state, start, end, hint, ply);

    int64_t best = -INFINITE, best_move = NO_MOVE_YET, floor = alpha;
    for (int64_t *at = start; at < end; at++) {
        if (start < at && at < start + PICKED)
            bring_best(at, end);
        int64_t move = *at & NO_MOVE_YET;
        State after = play(rules, state, move);
        int64_t value;
        if (best_move == NO_MOVE_YET || !(features & USE_NULL_WINDOW))
            value = -search(rules, after, 3 - player, -beta, -floor, depth - 1, ply + 1, end);
        else {
            value = -search(rules, after, 3 - player, -floor - 1, -floor, depth - 1, ply + 1, end);
            if (floor < value && value < beta && !stop)
                value = -search(rules, after, 3 - player, -beta, -floor, depth - 1, ply + 1, end);
        }
        if (stop)
            break;
        if (value > best) {
            best = value;
            best_move = move;
            if (value > floor) {
                floor = value;
                keep_line(move, ply);
                if (value >= beta) {
                    credit(move, depth, ply);
                    break;
                }
            }
        }
    }
    if (best_move == NO_MOVE_YET)
        return final_value(result(rules, state, NO_MOVE), ply);
    if (tabled && !stop) {
        int bound = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST;
        remember(key, best, depth, bound, best_move, ply);
    }
    return best;
}

/* One more depth, from a window around the value before. */
static int64_t deepen(const Rules *rules, State state, int64_t player, int64_t depth, int64_t before)
{
    int64_t low = -INFINITE, high = INFINITE;
    if (depth > 3 && llabs(before) <= WON) {
        low = before - WINDOW;
        high = before + WINDOW;
    }
    int64_t value = search(rules, state, player, low, high, depth, 0, room);
    while (value <= low || value >= high) {
        if (value <= low)
            low = -INFINITE;
        else
            high = INFINITE;
        value = search(rules, state, player, low, high, depth, 0, room);
    }
    return value;
}

/* Zeros that come into being when they are touched, in huge pages: what numpy.zeros gives the search. */
static Bucket *zeros(size_t buckets)
{
    void *zeros = NULL;
    size_t bytes = buckets * sizeof(Bucket) + HUGE_PAGE;
    if (posix_memalign(&zeros, HUGE_PAGE, bytes) != 0)
        exit(1);
    madvise(zeros, bytes, MADV_HUGEPAGE);
    return zeros; /* never used before, so the system gives it zeroed */
}

int main(int argc, char **argv)
{
    Rules rules;
    State state;
    const int rule_words = sizeof rules / sizeof(uint64_t), state_words = sizeof state / sizeof(uint64_t);
    if (argc == 3 + rule_words && strcmp(argv[1], "evaluate") == 0) {
        read_words((uint64_t *)&rules, sizeof rules, argv + 3);
        prepare_all();
        return evaluate_all(&rules, atoll(argv[2]));
    }
    if (argc != 5 + rule_words + state_words)
        return 2;
    int64_t deepest = atoll(argv[1]), player = atoll(argv[argc - 1]), value = 0;
    features = atoll(argv[2]);
    table_mask = atoll(argv[3]) - 1;
    read_words((uint64_t *)&rules, sizeof rules, argv + 4);
    read_words((uint64_t *)&state, sizeof state, argv + 4 + rule_words);
    prepare_all();
    table = zeros(table_mask + 1);
    node_limit = INT64_MAX;
    if (BOARDS_COME_BACK) {
        path = trace_of(state, player);
        *slot_of(path) = path;
        known = 1;
    }
    double begun = seconds();
    for (int64_t depth = 1; depth <= deepest; depth++) {
        value = deepen(&rules, state, player, depth, value);
        printf("%lld %lld %lld %.9f\n", (long long)depth, (long long)value, (long long)nodes,
               seconds() - begun);
        if (llabs(value) > WON && WIN - llabs(value) <= depth)
            break;
    }
    return 0;
}
