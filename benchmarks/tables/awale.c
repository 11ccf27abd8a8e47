/* The C twin of Awalé's table: stratege.games.awale.sowing and .retrograde on top of the kernel's twin.

   usage: awale SEEDS RULES... FILE     solves all boards of up to SEEDS seeds, one thread
   prints the seconds of processor time that it took, then writes all layers to the file */

#define main perft_main
#include "../perft/awale.c"
#undef main

#define MOST 48
#define LOW 24
#define RANK ((1 << LOW) - 1)
#define ILLEGAL -1
#define NOTHING -128
#define TILE 512
#define FLAGS 0x0101010101010101ull

/* ranking */

static int64_t places[5][64], rows[MOST + 1], before[MOST + 1][64];

static void prepare_ranking(void)
{
    for (int64_t sum = 0; sum < 64; sum++) {
        places[0][sum] = sum;
        for (int pit = 1; pit < 5; pit++) /* C(s + p, p + 1) = C(s + p - 1, p) + C(s - 1 + p, p + 1) */
            places[pit][sum] = sum == 0 ? 0 : places[pit - 1][sum] + places[pit][sum - 1];
    }
    for (int seeds = 0; seeds <= MOST; seeds++)
        rows[seeds] = places[4][seeds + 1];
    for (int seeds = 0; seeds <= MOST; seeds++)
        for (int held = 0; held <= seeds; held++)
            before[seeds][held + 1] = before[seeds][held] + rows[held] * rows[seeds - held];
}

static inline int64_t row_rank(uint64_t word)
{
    uint64_t sums = (word & ROW) * ONES;
    int64_t rank = 0;
    for (int pit = 0; pit < 5; pit++)
        rank += places[pit][sums >> 8 * pit & 255];
    return rank;
}

static uint64_t row_of(int seeds, int64_t rank)
{
    uint64_t word = 0;
    int total = seeds;
    for (int pit = 4; pit >= 0; pit--) {
        int above = total;
        while (places[pit][total] > rank)
            total--;
        rank -= places[pit][total];
        word |= (uint64_t)(above - total) << 8 * (pit + 1);
    }
    return word | total;
}

/* sowing */

static int64_t first[MOST + 2], crossing[MOST + 1], landing[MOST + 2], source[MOST + 2];
static int64_t *move, *origin;
static int32_t *sowings, *landings, *origins, *sources;

static void sow_own_rows(const Rules *rules, int seeds)
{
    int64_t count = first[seeds + 1], slots = 0;
    move = calloc(count + 1, sizeof *move);
    origin = calloc(count + 2, sizeof *origin);
    sowings = malloc(6 * count * sizeof *sowings);
    origins = malloc(6 * count * sizeof *origins);
    int32_t *arriving = malloc(6 * count * sizeof *arriving), *coming = malloc(6 * count * sizeof *coming);
    for (int held = 0; held <= seeds; held++)
        for (int64_t rank = 0; rank < rows[held]; rank++) {
            uint64_t row = row_of(held, rank);
            for (int pit = 0; pit < 6; pit++) {
                int hand = row >> 8 * pit & 255;
                if (hand == 0)
                    continue;
                uint64_t after = play(rules, (State){row, 0, 0}, pit).theirs;
                int reach = hand + pit > 5 ? hand + pit - 5 : 0, kept = seeds_in(after);
                crossing[reach] = held - kept;
                sowings[slots] = reach << LOW | row_rank(after);
                coming[slots] = reach << LOW | rank;
                arriving[slots] = first[kept] + row_rank(after);
                origin[arriving[slots++] + 2]++;
            }
            move[first[held] + rank + 1] = slots;
        }
    for (int64_t row = 0; row < count; row++)
        origin[row + 2] += origin[row + 1];
    for (int64_t slot = 0; slot < slots; slot++)
        origins[origin[arriving[slot] + 1]++] = coming[slot];
    free(arriving);
    free(coming);
}

static void sow_other_rows(const Rules *rules, int seeds)
{
    for (int reach = 0; reach <= seeds; reach++) {
        landing[reach + 1] = landing[reach] + first[seeds - reach + 1];
        source[reach + 1] = source[reach] + first[seeds - reach + crossing[reach] + 1];
    }
    landings = malloc(landing[seeds + 1] * sizeof *landings);
    sources = malloc(source[seeds + 1] * sizeof *sources);
    memset(landings, ILLEGAL, landing[seeds + 1] * sizeof *landings);
    memset(sources, ILLEGAL, source[seeds + 1] * sizeof *sources);
    for (int reach = 0; reach <= seeds; reach++) {
        int pit = reach > 0 ? 5 : 0;
        uint64_t hand = (uint64_t)(reach > 0 ? reach : 1) << 8 * pit;
        for (int held = 0; held <= seeds - reach; held++)
            for (int64_t rank = 0; rank < rows[held]; rank++) {
                State state = {hand, row_of(held, rank), 0};
                if (moves(rules, state, room) == room)
                    continue;
                State after = play(rules, state, pit);
                int taken = after.theirs >> STORE;
                int32_t landed = row_rank(after.mine);
                landings[landing[reach] + first[held] + rank] = taken << LOW | landed;
                if (taken == 0)
                    sources[source[reach] + first[held + crossing[reach]] + landed] = rank;
            }
    }
}

static int greedy; /* who can only starve the opponent takes all seeds of the board */

static void make_sowings(const Rules *given, int seeds)
{
    Rules feeding = *given, *rules = &feeding;
    greedy = given->famine == LAST_RESORT;
    if (greedy)
        feeding.famine = FORBIDDEN;
    for (int held = 0; held <= seeds; held++)
        first[held + 1] = first[held] + rows[held];
    sow_own_rows(rules, seeds);
    sow_other_rows(rules, seeds);
}

static void free_sowings(void)
{
    free(move), free(origin), free(sowings), free(origins), free(landings), free(sources);
}

/* retrograde */

static int8_t *layers[MOST + 1];

static inline int evaluate(int seeds, int held, int64_t mine, int64_t theirs)
{
    int others = seeds - held, best = NOTHING;
    int64_t row = first[held] + mine, other = first[others] + theirs;
    for (int64_t i = move[row]; i < move[row + 1]; i++) {
        int reach = sowings[i] >> LOW;
        int32_t landed = landings[landing[reach] + other];
        if (landed < 0)
            continue;
        int taken = landed >> LOW, left = seeds - taken;
        int64_t index = before[left][others + crossing[reach] - taken];
        index += (landed & RANK) * rows[held - crossing[reach]] + (sowings[i] & RANK);
        int value = taken - (layers[left][index] >> 1);
        best = value > best ? value : best;
    }
    if (best == NOTHING)
        return greedy && held > 0 ? held + others : held - others;
    return best;
}

static inline void flag_origins(int seeds, int held, int64_t mine, int64_t theirs, int old, int new)
{
    int others = seeds - held;
    int64_t row = first[held] + mine, other = first[others] + theirs;
    for (int64_t i = origin[other]; i < origin[other + 1]; i++) {
        int reach = origins[i] >> LOW;
        int32_t coming = sources[source[reach] + row];
        if (coming < 0)
            continue;
        int64_t index = before[seeds][others + crossing[reach]];
        index += (origins[i] & RANK) * rows[held - crossing[reach]] + coming;
        int8_t byte = layers[seeds][index];
        int value = byte >> 1;
        if (new > old ? value == -old : value < -new)
            layers[seeds][index] = byte | 1;
    }
}

static inline int settle(int seeds, int held, int64_t mine, int64_t theirs, int64_t index)
{
    int8_t byte = layers[seeds][index];
    if (byte & 1)
        layers[seeds][index] = byte - 1;
    int old = byte >> 1, new = evaluate(seeds, held, mine, theirs);
    if (new == old)
        return 0;
    layers[seeds][index] = 2 * new;
    flag_origins(seeds, held, mine, theirs, old, new);
    return 1;
}

static inline uint64_t word_at(const int8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline int any_flag(const int8_t *bytes)
{
    uint64_t together = 0;
    for (int place = 0; place < 64; place += 8)
        together |= word_at(bytes + place);
    return (together & FLAGS) != 0;
}

static int64_t sweep_part(int seeds, int held, int64_t start, int64_t end, int everything)
{
    int64_t changed = 0;
    for (int64_t mine = 0; mine < rows[held]; mine++) {
        int64_t index = before[seeds][held] + mine * rows[seeds - held];
        for (int64_t theirs = start; theirs < end; theirs += 8) {
            uint64_t flags = FLAGS;
            if (!everything) {
                if (theirs + 64 <= end && !any_flag(layers[seeds] + index + theirs)) {
                    theirs += 56;
                    continue;
                }
                flags &= word_at(layers[seeds] + index + theirs);
            }
            if (end - theirs < 8)
                flags &= (1ull << 8 * (end - theirs)) - 1;
            for (; flags != 0; flags &= flags - 1) {
                int64_t other = theirs + (__builtin_ctzll(flags) >> 3);
                changed += settle(seeds, held, mine, other, index + other);
            }
        }
    }
    return changed;
}

static int64_t sweep(int seeds, int everything)
{
    int64_t changed = 0;
    for (int held = 0; held <= seeds; held++) {
        int64_t end = rows[seeds - held];
        for (int64_t start = 0; start < end; start += TILE)
            changed += sweep_part(seeds, held, start, start + TILE < end ? start + TILE : end, everything);
    }
    return changed;
}

static void solve(const Rules *rules, int seeds)
{
    int64_t total = before[seeds][seeds + 1];
    layers[seeds] = calloc(total + sizeof(uint64_t), 1);
    if (finished(rules, (State){seeds, 0, 0}) != GOES_ON) {
        for (int held = 0; held <= seeds; held++)
            memset(layers[seeds] + before[seeds][held], 2 * (2 * held - seeds), rows[held] * rows[seeds - held]);
    } else {
        make_sowings(rules, seeds);
        while (sweep(seeds, 1) != 0)
            while (sweep(seeds, 0) != 0)
                ;
        free_sowings();
    }
    for (int64_t index = 0; index < total; index++)
        layers[seeds][index] |= 1;
}

int main(int argc, char **argv)
{
    Rules rules;
    if (argc != 3 + (int)(sizeof rules / sizeof(uint64_t)))
        return 2;
    read_words((uint64_t *)&rules, sizeof rules, argv + 2);
    int most = atoi(argv[1]);
    prepare();
    prepare_ranking();
    double start = seconds();
    for (int seeds = 0; seeds <= most; seeds++)
        solve(&rules, seeds);
    printf("%.9f\n", seconds() - start);
    FILE *file = fopen(argv[argc - 1], "wb");
    for (int seeds = 0; seeds <= most && file != NULL; seeds++)
        fwrite(layers[seeds], 1, before[seeds][seeds + 1], file);
    return file == NULL || fclose(file) != 0;
}
