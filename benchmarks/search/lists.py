"""Awalé (standard) over plain lists, as one writes it for easyAI: what its Negamax asks of a game."""

from __future__ import annotations

FEW_SEEDS, TURN_LIMIT = 2, 100


class ListAwale:
    """A game that can make and unmake moves, and counts those it made."""

    def __init__(self) -> None:
        self.board = [4] * 12
        self.stores = [0, 0]
        self.turns = 0
        self.current_player = 1
        self.made = 0
        self._past: list[tuple[list[int], list[int]]] = []

    def possible_moves(self) -> list[int]:
        mine = 6 * (self.current_player - 1)
        pits = [pit for pit in range(mine, mine + 6) if self.board[pit]]
        if max(self.board[6 - mine : 12 - mine]) > 3:
            return pits
        return [pit for pit in pits if any(self._after(pit)[0][6 - mine : 12 - mine])]

    def make_move(self, pit: int) -> None:
        self._past.append((self.board, self.stores))
        self.board, harvest = self._after(pit)
        self.stores = self.stores.copy()
        self.stores[self.current_player - 1] += harvest
        self.turns += 1
        self.made += 1

    def unmake_move(self, pit: int) -> None:
        self.board, self.stores = self._past.pop()
        self.turns -= 1

    def switch_player(self) -> None:
        self.current_player = 3 - self.current_player

    def is_over(self) -> bool:
        left = sum(self.board)
        if max(self.stores) > min(self.stores) + left or left <= FEW_SEEDS or self.turns >= TURN_LIMIT:
            return True
        return not self.possible_moves()

    def scoring(self) -> int:
        me = self.current_player - 1
        return self.stores[me] - self.stores[1 - me]

    def _after(self, pit: int) -> tuple[list[int], int]:
        """The board after sowing a pit and harvesting, and what was harvested."""
        board = self.board.copy()
        seeds, board[pit], at = board[pit], 0, pit
        while seeds:
            at = (at + 1) % 12
            if at != pit:
                board[at] += 1
                seeds -= 1
        harvest = 0
        while at // 6 != pit // 6 and board[at] in (2, 3):
            harvest += board[at]
            board[at] = 0
            at = (at - 1) % 12
        return board, harvest
