// What the server says of the places of a board. No game is known here.

/** What stands on each place of a view, as a number: equal ones look alike. */
export const cells = (view) => new Map(view.places.map(({ name, mark }) => [name, mark]));

/** For each place, what a screen reader says of it. */
export const labels = (view) => new Map(view.places.map(({ name, words }) => [name, `${name}: ${words}`]));

/** A view's position without the boards seen before it, which some variants remember. */
export const boardOf = (view) =>
  view.position
    .split(":")
    .filter((field) => !field.startsWith("seen="))
    .join(":");
