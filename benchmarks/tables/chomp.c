/* The sweep of games/chomp/box_sweep.py in C: which shapes of a box are lost, 64 at a time.

   Reads the plan from standard input as 64-bit words: rows, columns, the number of words of lost and of seen,
   then for each of the six tables its length and its words. Prints the number of lost shapes, a digest of them
   (the sum of the words, each times its place · 2 + 1), and the seconds of processor time. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const int64_t *below, *lines, *starts, *places;
    const uint64_t *beats, *shades;
} Plan;

static inline uint64_t bits_at(const uint64_t *bits, int64_t word, int shift)
{
    return bits[word] >> shift | bits[word + 1] << 1 << (63 - shift);
}

static inline uint64_t spilt(uint64_t bits, int shift)
{
    return bits >> 1 >> (63 - shift);
}

static uint64_t resolve_word(const Plan *plan, uint64_t *lost, int64_t offset, int rows, int64_t size)
{
    int64_t word = offset >> 6;
    int shift = offset & 63;
    uint64_t mine = ~UINT64_C(0) >> (64 - size);
    uint64_t free = ~bits_at(lost, word, shift) & mine, found = 0;
    while (free) {
        int shape = __builtin_ctzll(free);
        found |= UINT64_C(1) << shape;
        free &= ~plan->beats[rows * 64 + shape];
    }
    lost[word] = (lost[word] & ~(mine << shift)) | found << shift;
    if (shift + size > 64)
        lost[word + 1] = (lost[word + 1] & ~spilt(mine, shift)) | spilt(found, shift);
    return found;
}

static uint64_t shaded(const Plan *plan, int rows, uint64_t found)
{
    uint64_t shadow = 0;
    for (; found; found &= found - 1)
        shadow |= plan->shades[rows * 64 + __builtin_ctzll(found)];
    return shadow;
}

static void append(uint64_t *bits, int64_t source, int64_t target, int64_t size)
{
    int64_t word = source >> 6, onto = target >> 6, words = (size - 1) >> 6;
    int shift = source & 63, up = target & 63;
    uint64_t spill = bits[onto] & ~(~UINT64_C(0) << up), taken;
    for (int64_t i = 0; i < words; i++) {
        taken = bits_at(bits, word + i, shift);
        bits[onto + i] = spill | taken << up;
        spill = spilt(taken, up);
    }
    taken = bits_at(bits, word + words, shift) & ~UINT64_C(0) >> (-size & 63);
    bits[onto + words] = spill | taken << up;
    bits[onto + words + 1] = spilt(taken, up);
}

static void widen(const Plan *plan, uint64_t *seen, int rows, int c)
{
    int64_t end = plan->below[plan->lines[rows - 1] + c], target = end;
    for (int left = rows - 2; left >= 0; left--) {
        int64_t size = plan->below[plan->lines[left] + c];
        append(seen, end - size, target, size);
        target += size;
    }
}

static void forbid(uint64_t *lost, int64_t offset, const uint64_t *seen, int64_t size)
{
    int64_t words = (size + 63) >> 6;
    int shift = offset & 63;
    lost += offset >> 6;
    lost[0] |= seen[0] << shift;
    for (int64_t i = 1; i < words; i++)
        lost[i] |= seen[i] << shift | spilt(seen[i - 1], shift);
    lost[words] |= spilt(seen[words - 1], shift);
}

static void remember(uint64_t *seen, const uint64_t *lost, int64_t offset, int64_t size)
{
    int64_t words = (size - 1) >> 6;
    int shift = offset & 63;
    lost += offset >> 6;
    for (int64_t i = 0; i < words; i++)
        seen[i] |= bits_at(lost, i, shift);
    seen[words] |= bits_at(lost, words, shift) & ~UINT64_C(0) >> (-size & 63);
}

static void resolve(const Plan *plan, uint64_t *lost, uint64_t *seen, int64_t offset, int rows, int high)
{
    int start = plan->starts[rows];
    const int64_t *line = plan->below + plan->lines[rows], *under = line - plan->lines[1];
    uint64_t *shadow = seen + plan->places[rows];
    uint64_t found = resolve_word(plan, lost, offset, rows, line[(high < start ? high : start) + 1]);
    if (high >= start)
        shadow[0] = shaded(plan, rows, found);
    for (int c = start + 1; c <= high; c++) {
        int64_t plane = offset + line[c], size = under[c + 1];
        widen(plan, shadow, rows, c);
        forbid(lost, plane, shadow, size);
        resolve(plan, lost, seen, plane, rows - 1, c);
        remember(shadow, lost, plane, size);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static int64_t *read_words(int64_t count)
{
    int64_t *words = malloc(count * sizeof *words);
    if (words == NULL || fread(words, sizeof *words, count, stdin) != (size_t)count)
        exit(2);
    return words;
}

int main(void)
{
    int64_t *head = read_words(4), *tables[6];
    for (int i = 0; i < 6; i++)
        tables[i] = read_words(*read_words(1));
    Plan plan = {tables[0], tables[1], tables[2], tables[3], (uint64_t *)tables[4], (uint64_t *)tables[5]};
    int64_t words = head[2];
    uint64_t *lost = malloc(words * sizeof *lost), *seen = malloc(head[3] * sizeof *seen);
    memset(lost, 0, words * sizeof *lost);
    memset(seen, 0, head[3] * sizeof *seen);
    lost[0] = 1;
    double start = seconds();
    resolve(&plan, lost, seen, 0, head[0], head[1]);
    double taken = seconds() - start;
    uint64_t count = 0, digest = 0;
    for (int64_t i = 0; i < words; i++) {
        count += __builtin_popcountll(lost[i]);
        digest += lost[i] * (2 * i + 1);
    }
    printf("%llu %llu %.9f\n", (unsigned long long)count, (unsigned long long)digest, taken);
    return 0;
}
