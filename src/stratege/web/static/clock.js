// The players' clocks, counting down between two words from the server.

/** Minutes and seconds; tenths in the last ten seconds. */
export function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10000) return (left / 1000).toFixed(1);
  const seconds = Math.floor(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Clock {
  /** `draw(player, text, low)` is called for each player whenever the figures change. */
  constructor(draw) {
    this.draw = draw;
    this.timer = null;
  }

  /** What the server said: milliseconds left for each player, and whose clock runs, if any. */
  set(remaining, running) {
    clearInterval(this.timer);
    const said = performance.now();
    const tick = () => {
      remaining.forEach((left, index) => {
        const now = index + 1 === running ? left - (performance.now() - said) : left;
        this.draw(index + 1, clockText(now), now < 10000);
      });
    };
    tick();
    if (running) this.timer = setInterval(tick, 100);
  }
}
