/* The coder of two colours of stratege/images (coder.py, mixing.py, twocolours.py) in C: the same loops, tables and
   integers.

   context FILE HEIGHT WIDTH ROUNDS: the bytes of the stream, a sum over them, and the processor time of the
   fastest round of writing and of reading it again, in seconds. FILE has one byte, 0 or 1, for each pixel. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INPUTS = 6, SETS = INPUTS + 1, COUNT_BITS = 9, MOST_COUNTED = 511, SLOT_BITS = 22, FURTHEST = 2816 };
enum { BIN_BITS = 8, BIN = 256, BINS = 2 * FURTHEST / BIN + 1, LEAST = 16, CERTAIN = 65536, ABOVE = 5, SIDE = 5 };
enum { SMALL_SLOTS = 64 + 1024 + 16384, SMALLS = 1024 };

static int16_t stretch[4096];
static int32_t squash[2 * FURTHEST + 1], rates[MOST_COUNTED + 1];

typedef struct {
    int32_t *slots, weights[SETS * INPUTS], corrections[SMALLS * BINS], places[INPUTS], opinions[INPUTS];
    int64_t low, high, window, at, length;
    uint8_t *tape;
    int reading;
} state;

static void make_tables(void) {
    const __int128 one = (__int128)1 << 60;
    __int128 root = one, term = one, power = one;
    for (int k = 1; k < 12; k++) {
        term /= 256 * k;
        root += term;
    }
    for (int k = 0; k <= FURTHEST; k++) {
        squash[FURTHEST + k] = (int32_t)(CERTAIN * power / (one + power));
        if (k) squash[FURTHEST - k] = (int32_t)(CERTAIN * one / (one + power));
        power = ((power >> 30) * root + ((power & 0x3FFFFFFF) * root >> 30)) >> 30; /* power * root >> 60 */
    }
    for (int k = 0, logit = 0; k < 4096; k++) {
        while (squash[logit] < (k << 4) + 8) logit++;
        stretch[k] = (int16_t)(logit - FURTHEST);
    }
    for (int k = 0; k <= MOST_COUNTED; k++) rates[k] = 10 * 65536 / (10 * k + 16);
}

static int64_t next_byte(state *s) {
    int64_t byte = s->at < s->length ? s->tape[s->at] : 0;
    s->at++;
    return byte;
}

static int64_t decided(state *s, int64_t chance, int64_t bit) {
    int64_t low = s->low, high = s->high, middle = low + ((high - low) * chance >> 16);
    if (s->reading) bit = s->window <= middle;
    if (bit)
        high = middle;
    else
        low = middle + 1;
    while ((low ^ high) >> 24 == 0) {
        if (s->reading)
            s->window = (s->window << 8 & 0xFFFFFFFF) | next_byte(s);
        else
            s->tape[s->at++] = (uint8_t)(low >> 24);
        low = low << 8 & 0xFFFFFFFF;
        high = (high << 8 & 0xFFFFFFFF) | 255;
    }
    s->low = low;
    s->high = high;
    return bit;
}

static int64_t clamp(int64_t x, int64_t least, int64_t most) { return x < least ? least : x > most ? most : x; }

static int64_t decide(state *s, int64_t small, int64_t bit) {
    int64_t known = 0, total = 0;
    for (int i = 0; i < INPUTS; i++) {
        int64_t slot = s->slots[s->places[i]];
        known += (slot & MOST_COUNTED) > 1;
        s->opinions[i] = stretch[slot >> (COUNT_BITS + SLOT_BITS - 12)];
    }
    int32_t *weights = s->weights + known * INPUTS;
    for (int i = 0; i < INPUTS; i++) total += (int64_t)s->opinions[i] * weights[i];
    total = clamp(total >> 16, -FURTHEST, FURTHEST - 1) + FURTHEST;
    int64_t mixed = squash[total], corner = small * BINS + (total >> BIN_BITS), part = total & (BIN - 1);
    int64_t before = s->corrections[corner], after = s->corrections[corner + 1];
    int64_t corrected = (before * (BIN - part) + after * part) >> (BIN_BITS + SLOT_BITS - 16);
    bit = decided(s, clamp((mixed + corrected) >> 1, LEAST, CERTAIN - LEAST), bit);
    int64_t error = (bit << 16) - mixed, truth = (bit << SLOT_BITS) - bit;
    for (int i = 0; i < INPUTS; i++) {
        weights[i] += (int32_t)((s->opinions[i] * error + (1 << 15)) >> 16);
        int64_t slot = s->slots[s->places[i]], count = slot & MOST_COUNTED, chance = slot >> COUNT_BITS;
        chance += (truth - chance) * rates[count] >> 16;
        s->slots[s->places[i]] = (int32_t)(chance << COUNT_BITS | clamp(count + 1, 0, MOST_COUNTED));
    }
    int32_t *nearest = s->corrections + corner + (part >> (BIN_BITS - 1));
    *nearest += (int32_t)((truth - *nearest) >> 7);
    return bit;
}

static int64_t field(int lowest, int count, int row, int column, int furthest) {
    int64_t bits = 0;
    for (int k = 0; k < count; k++)
        if ((column - k) * (column - k) + row * row <= furthest) bits |= (int64_t)1 << (lowest + k);
    return bits;
}

static int64_t disc(int furthest) {
    return field(0, 5, 0, -1, furthest) | field(5, 9, 1, 4, furthest) | field(14, 9, 2, 4, furthest) |
           field(23, 9, 3, 4, furthest) | field(32, 7, 4, 3, furthest) | field(39, 1, 5, 0, furthest);
}

static int64_t hashed(int64_t view, int bits) {
    return ((view & 0xFFFFF) * 0x9E3779B97F + (view >> 20) * 0xC2B2AE3D27) >> 20 & (((int64_t)1 << bits) - 1);
}

static int64_t entering(const int32_t *x, int64_t wide) {
    return (int64_t)x[4 - wide] << 5 | (int64_t)x[4 - 2 * wide] << 14 | (int64_t)x[4 - 3 * wide] << 23 |
           (int64_t)x[3 - 4 * wide] << 32 | (int64_t)x[-5 * wide] << 39;
}

static void code(state *s, int32_t *band, int64_t height, int64_t width, int bits) {
    const int64_t shifted = ((int64_t)0x1E) | (int64_t)0x1FE << 5 | (int64_t)0x1FE << 14 | (int64_t)0x1FE << 23 |
                            (int64_t)0x7E << 32;
    const int64_t fourth = disc(13), fifth = disc(18), sixth = disc(25), wide = width + 2 * SIDE;
    for (int64_t row = ABOVE; row < ABOVE + height; row++) {
        int32_t *line = band + row * wide;
        int64_t view = 0;
        for (int64_t column = SIDE - 4; column < SIDE; column++)
            view = (view << 1 & shifted) | entering(line + column, wide);
        for (int64_t column = SIDE; column < SIDE + width; column++) {
            view = (view << 1 & shifted) | entering(line + column, wide) | line[column - 1];
            int64_t ten = (view & 3) | (view >> 7 & 31) << 2 | (view >> 17 & 7) << 7;
            s->places[0] = (int32_t)((view & 3) | (view >> 8 & 7) << 2 | (view >> 18 & 1) << 5);
            s->places[1] = (int32_t)(64 + ten);
            s->places[2] = (int32_t)(64 + 1024 + ((view & 7) | (view >> 7 & 31) << 3 | (view >> 16 & 31) << 8 |
                                                  (view >> 27 & 1) << 13));
            s->places[3] = (int32_t)(SMALL_SLOTS + hashed(view & fourth, bits));
            s->places[4] = (int32_t)(SMALL_SLOTS + ((int64_t)1 << bits) + hashed(view & fifth, bits));
            s->places[5] = (int32_t)(SMALL_SLOTS + ((int64_t)2 << bits) + hashed(view & sixth, bits));
            line[column] = (int32_t)decide(s, ten, line[column]);
        }
    }
}

static double run(state *s, const uint8_t *pixels, int64_t height, int64_t width, int reading, int32_t *band) {
    int bits = 0;
    while (height * width >> bits) bits++;
    bits = (int)clamp(bits + 1, 12, 20);
    int64_t slots = SMALL_SLOTS + ((int64_t)3 << bits), wide = width + 2 * SIDE;
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    s->slots = malloc(slots * sizeof *s->slots);
    for (int64_t k = 0; k < slots; k++) s->slots[k] = 1 << 30;
    for (int k = 0; k < SETS * INPUTS; k++) s->weights[k] = 1 << 14;
    for (int k = 0; k < SMALLS * BINS; k++) s->corrections[k] = squash[k % BINS * BIN] << 6;
    memset(band, 0, (height + ABOVE) * wide * sizeof *band);
    if (!reading)
        for (int64_t row = 0; row < height; row++)
            for (int64_t column = 0; column < width; column++)
                band[(row + ABOVE) * wide + SIDE + column] = pixels[row * width + column];
    s->low = s->window = s->at = 0;
    s->high = 0xFFFFFFFF;
    s->reading = reading;
    for (int k = 0; k < 4 && reading; k++) s->window = s->window << 8 | next_byte(s);
    code(s, band, height, width, bits);
    free(s->slots);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

static void finish(state *s) { /* the fewest bytes inside the interval, zeros behind them */
    int count = 0;
    int64_t number = 0, step = (int64_t)1 << 32;
    for (; count < 4; count++, step >>= 8) {
        number = (s->low + step - 1) / step * step;
        if (number <= s->high) break;
    }
    if (count == 4) number = s->low;
    for (int k = 0; k < count; k++) s->tape[s->at++] = (uint8_t)(number >> (24 - 8 * k));
    s->length = s->at;
}

int main(int count, char **words) {
    if (count != 5) return 2;
    int64_t height = atoll(words[2]), width = atoll(words[3]), rounds = atoll(words[4]);
    uint8_t *pixels = malloc(height * width);
    FILE *file = fopen(words[1], "rb");
    if (!file || fread(pixels, 1, height * width, file) != (size_t)(height * width)) return 1;
    int32_t *band = malloc((height + ABOVE) * (width + 2 * SIDE) * sizeof *band);
    static state s;
    s.tape = malloc(2 * height * width + 100);
    make_tables();
    double writing = 1e9, reading = 1e9;
    for (int64_t k = 0; k < rounds; k++) {
        double taken = run(&s, pixels, height, width, 0, band);
        if (taken < writing) writing = taken;
        finish(&s);
        taken = run(&s, pixels, height, width, 1, band);
        if (taken < reading) reading = taken;
        for (int64_t row = 0; row < height; row++)
            for (int64_t column = 0; column < width; column++)
                if (band[(row + ABOVE) * (width + 2 * SIDE) + SIDE + column] != pixels[row * width + column]) return 3;
    }
    uint64_t digest = 0;
    for (int64_t k = 0; k < s.length; k++) digest = 31 * digest + s.tape[k];
    printf("%lld %llu %.9f %.9f\n", (long long)s.length, (unsigned long long)digest, writing, reading);
    return 0;
}
