// Asking for an analysis and hearing it deepen; asking for a game's review and hearing it grow.
import { address } from "./api.js";
import { word } from "./words.js";

/** Listen to a stream of events: `{ name: heard }`; resolves with what comes as `done`, or rejects. Aborting `signal`
 *  closes the connection, which ends the server's work. */
function streamed(path, parameters, listeners, signal) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(address(path, parameters));
    const end = (finish, value) => {
      source.close();
      finish(value);
    };
    signal?.addEventListener("abort", () => end(reject, new DOMException("", "AbortError")));
    for (const [name, heard] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => heard(JSON.parse(event.data)));
    }
    source.addEventListener("done", (event) => end(resolve, event.data ? JSON.parse(event.data) : null));
    source.addEventListener("error", (event) => {
      const sentence = event.data ? JSON.parse(event.data).error : word("analysis-refused");
      end(reject, new Error(sentence));
    });
  });
}

/** Analyse a position, calling `onDepth(analysis)` as it deepens, once a frame at the most: the first depths come all
 *  at once. Resolves with the last one, of which `onDepth` need not have heard. */
export async function analysed(place, seconds, { onDepth = () => {}, signal }) {
  let latest = null;
  let frame = null;
  const show = () => {
    frame = null;
    onDepth(latest);
  };
  const depth = (analysis) => {
    latest = analysis;
    frame ??= requestAnimationFrame(show);
  };
  try {
    return await streamed("/analysis", { ...place, seconds }, { depth }, signal);
  } finally {
    cancelAnimationFrame(frame);
  }
}

/** Review a game, calling `onPosition({ ply, …analysis, why })` for each position as it is valued; resolves with what
 *  that says of the players: { accuracy }. */
export const reviewed = (place, { onPosition, signal }) => streamed("/review", place, { position: onPosition }, signal);
