// Asking for an analysis and hearing it deepen.
import { address } from "./api.js";
import { word } from "./words.js";

/** Analyse a position, calling `onDepth(analysis)` as it deepens; resolves with the last one, or rejects.
 *  Aborting `signal` closes the connection, which ends the server's work. */
export function analysed(place, seconds, { onDepth = () => {}, signal }) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(address("/analysis", { ...place, seconds }));
    let latest = null;
    const end = (finish, value) => {
      source.close();
      finish(value);
    };
    signal?.addEventListener("abort", () => end(reject, new DOMException("", "AbortError")));
    source.addEventListener("depth", (event) => {
      latest = JSON.parse(event.data);
      onDepth(latest);
    });
    source.addEventListener("done", (event) => {
      const last = event.data ? JSON.parse(event.data) : null;
      end(resolve, last?.moves ? last : latest);
    });
    source.addEventListener("error", (event) => {
      const sentence = event.data ? JSON.parse(event.data).error : word("analysis-refused");
      end(reject, new Error(sentence));
    });
  });
}
