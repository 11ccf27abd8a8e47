"""The games of the house, a folder each, in the order in which they are shown."""

BUILT_IN = {
    "awale": "stratege.games.awale",
    "chomp": "stratege.games.chomp",
    "nimble": "stratege.games.nimble",
    "mingmang": "stratege.games.mingmang",
    "quixo": "stratege.games.quixo",
}
