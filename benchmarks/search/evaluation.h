/* The C twin of benchmarks.search.evaluating: the evaluation by itself, included by search.h.

   usage: game evaluate ROUNDS RULES...     the words of all states are read from standard input, as they are
   prints the sum of all values, and the seconds of processor time that it took */

static int evaluate_all(const Rules *rules, int64_t rounds)
{
    size_t room = 1 << 16, count = 0, read;
    State *states = malloc(room * sizeof *states);
    while (states != NULL && (read = fread(states + count, sizeof *states, room - count, stdin)) > 0)
        if ((count += read) == room)
            states = realloc(states, (room *= 2) * sizeof *states);
    if (states == NULL)
        return 1;
    int64_t total = 0;
    double begun = seconds();
    for (int64_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < count; i++)
            total += evaluate(rules, states[i]);
    printf("%lld %.9f\n", (long long)total, seconds() - begun);
    return 0;
}
