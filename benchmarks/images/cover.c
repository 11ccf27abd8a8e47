/* The cover of stratege/images/kernel.py in C: the same loops over the same two arrays.

   cover FILE HEIGHT WIDTH ROUNDS: the number of rectangles, a sum over all of them, and the processor time of
   the fastest round in seconds. FILE has one byte for each pixel. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int32_t top, left, height, width, colour;
} rectangle;

static int64_t next_bare(const int32_t *bottom, const int32_t *span, int64_t row, int64_t *column, int64_t high,
                         int64_t wide) {
    while (row < high) {
        while (*column < wide) {
            if (bottom[*column] <= row) return row;
            *column += span[*column];
        }
        row++;
        *column = 0;
    }
    return row;
}

static void largest(const uint8_t *pixels, const int32_t *bottom, int64_t high, int64_t wide, int64_t row,
                    int64_t left, int64_t *height, int64_t *width) {
    const uint8_t *line = pixels + row * wide;
    uint8_t colour = line[left];
    int64_t right = left + 1;
    while (right < wide && line[right] == colour && bottom[right] <= row) right++;
    *height = 1;
    *width = right - left;
    int64_t below = row + 1;
    while (below < high && pixels[below * wide + left] == colour) {
        line = pixels + below * wide;
        int64_t end = left + 1;
        while (end < right && line[end] == colour) end++;
        right = end;
        below++;
        if ((below - row) * (right - left) > *height * *width) {
            *height = below - row;
            *width = right - left;
        }
    }
}

static rectangle *cover(const uint8_t *pixels, int64_t high, int64_t wide, int64_t *found) {
    int32_t *bottom = calloc(wide, sizeof *bottom), *span = calloc(wide, sizeof *span);
    int64_t room = 1024, count = 0, left = 0, row = 0;
    rectangle *out = malloc(room * sizeof *out);
    row = next_bare(bottom, span, row, &left, high, wide);
    while (row < high) {
        int64_t height, width;
        largest(pixels, bottom, high, wide, row, left, &height, &width);
        if (count == room) out = realloc(out, (room *= 2) * sizeof *out);
        out[count++] = (rectangle){row, left, height, width, pixels[row * wide + left]};
        bottom[left] = row + height;
        span[left] = width;
        row = next_bare(bottom, span, row, &left, high, wide);
    }
    free(bottom);
    free(span);
    *found = count;
    return out;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    int64_t high = atoll(argv[2]), wide = atoll(argv[3]), count = 0;
    uint64_t sum = 0;
    uint8_t *pixels = malloc(high * wide);
    FILE *file = fopen(argv[1], "rb");
    if (!file || fread(pixels, 1, high * wide, file) != (size_t)(high * wide)) return 1;
    double best = 1e9;
    for (int round = atoi(argv[4]); round > 0; round--) {
        double begun = now();
        rectangle *all = cover(pixels, high, wide, &count);
        double taken = now() - begun;
        if (taken < best) best = taken;
        sum = 0;
        for (int64_t k = 0; k < count; k++) {
            const int32_t parts[5] = {all[k].top, all[k].left, all[k].height, all[k].width, all[k].colour};
            for (int i = 0; i < 5; i++) sum = sum * 31 + parts[i];
        }
        free(all);
    }
    printf("%lld %llu %.9f\n", (long long)count, (unsigned long long)sum, best);
    return 0;
}
