// What stands on each place, read from a position's text and written back. No rules: only how boards are spelled.
import { word } from "./words.js";

const PITS = [..."abcdefghijkl"];
const MARKS = [".", "x", "o"];

/** Boards that are a list of counts, one for each place. */
const counts = (places, key) => ({
  read: (board) => new Map(board.split(",").map((count, index) => [places(index), Number(count)])),
  write: (cells) => [...cells.values()].join(","),
  edit: (cells, place, step) => cells.set(place, Math.max(0, cells.get(place) + step)),
  words: (count) => word(key, { n: count }),
});

/** Square boards of crosses and rings, or of light and dark pawns. */
const grid = (first, keys) => ({
  read: (board) =>
    new Map(
      board.split("/").flatMap((row, i) => [...row].map((mark, j) => [`${i + first},${j + first}`, mark])),
    ),
  write(cells) {
    const n = Math.sqrt(cells.size);
    const marks = [...cells.values()];
    return Array.from({ length: n }, (_, row) => marks.slice(row * n, row * n + n).join("")).join("/");
  },
  edit: (cells, place, step) =>
    cells.set(place, MARKS[(MARKS.indexOf(cells.get(place)) + step + MARKS.length) % MARKS.length]),
  words: (mark) => word(keys[MARKS.indexOf(mark)]),
});

/** Row lengths from the bottom; a click bites off, or gives back, what makes the shape end there. */
const bar = {
  read(board, size) {
    const [columns, rows] = size.split("x").map(Number);
    const lengths = board.split(",").map(Number);
    const squares = Array.from({ length: rows * columns }, (_, k) => [Math.floor(k / columns), k % columns]);
    return new Map(squares.map(([row, column]) => [`${row},${column}`, column < (lengths[row] || 0)]));
  },
  write(cells) {
    const lengths = [];
    for (const [place, there] of cells) {
      const row = Number(place.split(",")[0]);
      if (there) lengths[row] = (lengths[row] ?? 0) + 1;
    }
    return lengths.join(",");
  },
  edit(cells, place, step) {
    const [row, column] = place.split(",").map(Number);
    for (const [other] of cells) {
      const [i, j] = other.split(",").map(Number);
      if (step > 0 && i <= row && j <= column) cells.set(other, true);
      if (step < 0 && i >= row && j >= column && i + j > 0) cells.set(other, false);
    }
  },
  words: (there, place) => word(place === "0,0" ? "poison" : there ? "square" : "eaten"),
};

const NOTATIONS = {
  awale: counts((index) => PITS[index], "seeds"),
  nimble: counts((index) => String(index + 1), "pawns"),
  chomp: bar,
  quixo: grid(0, ["blank", "cross", "ring"]),
  mingmang: grid(1, ["empty", "light", "dark"]),
};

/** A view's position without the boards seen before it, which some variants remember. */
export const boardOf = (view) => fieldsOf(view).join(":");

const fieldsOf = (view) => view.position.split(":").filter((field) => !field.startsWith("seen="));

/** What stands on each place of a view: a map from place to count, mark or presence. */
export const cells = (view) => NOTATIONS[view.game].read(view.position.split(":")[0], view.size);

/** For each place, what a screen reader says of it. */
export function labels(view) {
  const { words } = NOTATIONS[view.game];
  return new Map([...cells(view)].map(([place, cell]) => [place, `${place}: ${words(cell, place)}`]));
}

/** The text of the view's position after one click of the editor on a place. */
export function edited(view, place, step) {
  const board = cells(view);
  NOTATIONS[view.game].edit(board, place, step);
  const [, ...rest] = fieldsOf(view);
  return [NOTATIONS[view.game].write(board), ...rest].join(":");
}

/** The text of the view's position with the other player to move. */
export function turned(view) {
  const fields = fieldsOf(view);
  const player = view.game === "awale" ? 2 : 1;
  fields[player] = String(3 - view.to_move);
  return fields.join(":");
}

/** The two players sit on opposite sides of these boards, so turning one round makes sense. */
export const canFlip = (game) => ["awale", "mingmang", "quixo"].includes(game);

/** The sign of a player's pieces: what is on the cubes, the pawns' colour, or only the player's number. */
export const signOf = (game, player) => SIGNS[game]?.[player - 1] ?? String(player);

const SIGNS = { quixo: ["✕", "○"], mingmang: ["", ""] };
