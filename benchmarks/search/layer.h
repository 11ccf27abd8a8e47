/* The C twin of stratege.core.words.layer, over the weights in network.h, which who compiles it writes. */

#include "network.h"

enum { LANES = 32, OWN_ROWS = 3 };

typedef int16_t Lanes __attribute__((vector_size(2 * LANES)));

static inline const Lanes *row(int64_t number)
{
    return (const Lanes *)layer[number];
}

/* The value that the sums of all rows of a position give. */
static inline int64_t value_of(Lanes sums)
{
    Lanes below = sums < *row(0);
    sums = (below & *row(0)) | (~below & sums);
    Lanes above = sums > *row(1);
    sums = (above & *row(1)) | (~above & sums);
    int32_t total = 0;
    for (int lane = 0; lane < LANES; lane++)
        total += (int32_t)sums[lane] * layer[2][lane];
    return total >> SHIFT;
}
