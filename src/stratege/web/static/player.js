// The player of all stages: frames with words, and a picture of their own or changes to the one before.
import { $, element } from "./dom.js";
import { onKeys } from "./keys.js";
import { word } from "./words.js";

const PACE = 900; // milliseconds for a step when it plays by itself

/** Shows frames; `frames` may be given anew at any time. */
export class Player {
  constructor() {
    this.frames = [];
    this.step = 0;
    const to = (id, where) => $(id).addEventListener("click", () => this.go(where()));
    to("to-first", () => 0);
    to("to-before", () => this.step - 1);
    to("to-next", () => this.step + 1);
    to("to-last", () => this.frames.length - 1);
    $("to-step").addEventListener("input", () => this.go(Number($("to-step").value)));
    $("play").addEventListener("click", () => this.play(!this.playing));
    onKeys({
      ArrowLeft: [word("key-before"), () => this.go(this.step - 1)],
      ArrowRight: [word("key-on"), () => this.go(this.step + 1)],
      Home: [word("key-first"), () => this.go(0)],
      End: [word("key-last"), () => this.go(this.frames.length - 1)],
    });
  }

  show(frames, step = 0) {
    this.play(false);
    this.frames = frames;
    this.shown = -1;
    $("to-step").max = frames.length - 1;
    $("transcript").replaceChildren(...frames.map(({ words }) => element("li", {}, words)));
    this.go(step);
  }

  go(step) {
    if (!this.frames.length) return;
    this.step = Math.max(0, Math.min(step, this.frames.length - 1));
    if (this.step < this.shown) this.shown = -1; // back: from the beginning again
    while (this.shown < this.step) this.apply(this.frames[++this.shown]);
    $("player-words").textContent = this.frames[this.step]?.words ?? "";
    $("to-step").value = this.step;
    $("player-count").textContent = `${this.step + 1}/${this.frames.length}`;
    $("to-first").disabled = $("to-before").disabled = this.step === 0;
    $("to-next").disabled = $("to-last").disabled = this.step === this.frames.length - 1;
    $("picture").querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  apply({ picture, changes = [] }) {
    if (picture) {
      $("picture").innerHTML = picture; // SVG of the server's own making
      this.parts = new Map([...$("picture").querySelectorAll("[data-id]")].map((one) => [one.dataset.id, one]));
    }
    for (const [id, kind, value] of changes) {
      const part = this.parts.get(id);
      if (kind === "text" && part) part.textContent = value;
      else if (kind === "html" && part) part.innerHTML = value; // SVG, again
      else if (part) part.setAttribute("class", value);
    }
  }

  play(on) {
    clearInterval(this.clock);
    this.playing = on;
    $("play").setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (this.step === this.frames.length - 1) this.go(0);
    this.clock = setInterval(() => {
      this.go(this.step + 1);
      if (this.step === this.frames.length - 1) this.play(false);
    }, PACE);
  }
}
