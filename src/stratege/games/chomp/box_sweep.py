"""Which shapes of a box are lost, 64 at a time.

Take the shapes of k rows in their order (`numbering.py`), a bit each. Those with a first row of c squares lie
together: the *plane* c, which looks like all shapes of k − 1 rows up to c wide. A shape (c, u) is lost if no
move reaches a lost one. Moves in u stay in the plane: there the question is the same for k − 1 rows. Moves in
the first row go to (d, min(u, d)) with d < c. What they find is kept in one bit for each u, the *shadow*:

    seen[u]  is set if (d, min(u, d)) is lost for some d ≤ the last plane done

So a plane is done in four strokes, three of them on whole words:

    1. widen the shadow to shapes u that begin with c:   seen[(c, …, c, w)] = seen[(c−1, …, c−1, w)]
       (for d < c both are cut to the same shape; w is less than c wide)
    2. forbid in the plane what is in the shadow          lost[c, ·] |= seen
    3. resolve the plane, k − 1 rows, what is forbidden staying so
    4. add to the shadow what was found                   seen |= lost[c, ·]

The shapes of the first planes that fit into one word are resolved at once: the lowest bit that is not
forbidden is lost and forbids all that can reach it, and so on. Before a plane is resolved its bits mean
"forbidden", afterwards "lost". The shadows of all levels together take less room than the bits themselves.

This file is meant for its compiled life, on signed 64-bit words.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import lowest_index, pointer_to, shift_right

WORD = 64

# What a plan holds (`sweep_tables.py`), indexed by the number of rows k or by k · WORD + shape:
BELOW, LINES = 0, 1  # counts of shapes, and where those of k rows begin
STARTS = 2  # the planes of k rows up to this one fit into one word
PLACES = 3  # where the shadow of k rows begins, in words
BEATS = 4  # the shapes that reach this one, and itself
SHADES = 5  # the u for which this shape is (d, min(u, d))

Bits = MutableSequence[int]
SweepTables = tuple[Bits, ...]


@rule
def sweep(
    below: Bits,
    lines: Bits,
    starts: Bits,
    places: Bits,
    beats: Bits,
    shades: Bits,
    lost: Bits,
    seen: Bits,
    rows: int,
    low: int,
    high: int,
) -> None:
    """Resolve the planes from `low` to `high` of the shapes of `rows` rows, those before being done.

    To begin, `low` is `starts[rows]` and stands for all planes up to it.
    """
    plan = (
        pointer_to(below),
        pointer_to(lines),
        pointer_to(starts),
        pointer_to(places),
        pointer_to(beats),
        pointer_to(shades),
    )
    resolve(plan, pointer_to(lost), pointer_to(seen), rows - rows, rows, low, high)


@rule
def resolve(plan: SweepTables, lost: Bits, seen: Bits, offset: int, rows: int, low: int, high: int) -> None:
    """`sweep`, for the shapes whose bits begin at `offset`."""
    start = plan[STARTS][rows]
    line = plan[LINES][rows]
    under = line - plan[LINES][1]
    place = plan[PLACES][rows]
    if low == start:
        found = resolve_word(plan, lost, offset, rows, plan[BELOW][line + min(start, high) + 1])
        if high >= start:
            seen[place] = shaded(plan, rows, found)
        low += 1
    for c in range(low, high + 1):
        plane = offset + plan[BELOW][line + c]
        size = plan[BELOW][under + c + 1]
        widen(plan, seen, place, rows, c)
        forbid(lost, plane, seen, place, size)
        resolve(plan, lost, seen, plane, rows - 1, plan[STARTS][rows - 1], c)
        remember(seen, place, lost, plane, size)


@rule
def resolve_word(plan: SweepTables, lost: Bits, offset: int, rows: int, size: int) -> int:
    """Resolve the first `size` ≤ 64 shapes by themselves; the lost ones."""
    word, shift = offset >> 6, offset & 63
    mine = shift_right(-1, WORD - size)
    free = ~bits_at(lost, word, shift) & mine
    found = 0
    while free != 0:
        shape = lowest_index(free)
        found |= 1 << shape
        free &= ~plan[BEATS][rows * WORD + shape]
    lost[word] = (lost[word] & ~(mine << shift)) | (found << shift)
    if shift + size > WORD:
        lost[word + 1] = (lost[word + 1] & ~spilt(mine, shift)) | spilt(found, shift)
    return found


@rule
def shaded(plan: SweepTables, rows: int, found: int) -> int:
    """The shadow of lost shapes of the first planes."""
    shadow = 0
    while found != 0:
        shadow |= plan[SHADES][rows * WORD + lowest_index(found)]
        found &= found - 1
    return shadow


@rule
def widen(plan: SweepTables, seen: Bits, place: int, rows: int, c: int) -> None:
    """Stroke 1. The shapes (c−1, …, c−1, w) with k − j rows in w are the last ones so far, for each j."""
    end = plan[BELOW][plan[LINES][rows - 1] + c]
    target = end
    for left in range(rows - 2, -1, -1):
        size = plan[BELOW][plan[LINES][left] + c]
        append(seen, place, end - size, target, size)
        target += size


@rule
def append(bits: Bits, place: int, source: int, target: int, size: int) -> None:
    """Copy bits to the end, further up, leaving zeros in the rest of the last word."""
    word, shift = place + (source >> 6), source & 63
    onto, up = place + (target >> 6), target & 63
    words = (size - 1) >> 6
    spill = bits[onto] & ~(-1 << up)
    for i in range(words):
        taken = bits_at(bits, word + i, shift)
        bits[onto + i] = spill | (taken << up)
        spill = spilt(taken, up)
    taken = bits_at(bits, word + words, shift) & shift_right(-1, (-size) & 63)
    bits[onto + words] = spill | (taken << up)
    bits[onto + words + 1] = spilt(taken, up)


@rule
def forbid(lost: Bits, offset: int, seen: Bits, place: int, size: int) -> None:
    """Stroke 2: `lost` from bit `offset` on |= `seen` from word `place` on, whose last word ends in zeros."""
    word, shift = offset >> 6, offset & 63
    words = (size + 63) >> 6
    lost[word] |= seen[place] << shift
    for i in range(1, words):
        lost[word + i] |= (seen[place + i] << shift) | spilt(seen[place + i - 1], shift)
    lost[word + words] |= spilt(seen[place + words - 1], shift)


@rule
def remember(seen: Bits, place: int, lost: Bits, offset: int, size: int) -> None:
    """Stroke 4: `seen` from word `place` on |= `lost` from bit `offset` on."""
    word, shift = offset >> 6, offset & 63
    words = (size - 1) >> 6
    for i in range(words):
        seen[place + i] |= bits_at(lost, word + i, shift)
    seen[place + words] |= bits_at(lost, word + words, shift) & shift_right(-1, (-size) & 63)


@rule
def bits_at(bits: Bits, word: int, shift: int) -> int:
    """The 64 bits that begin at bit `shift` of a word."""
    return shift_right(bits[word], shift) | ((bits[word + 1] << 1) << (63 - shift))


@rule
def spilt(bits: int, shift: int) -> int:
    """What `bits << shift` pushes into the next word."""
    return shift_right(shift_right(bits, 1), 63 - shift)
