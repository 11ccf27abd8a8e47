// The room of pictures: bring one, and the server takes it apart. The picture stays here, and goes along with
// every question; a new one takes the questions about the old one back.
import { address, send } from "./api.js";
import { $, element } from "./dom.js";
import { word } from "./words.js";

const REDUCTIONS = ["none", "nb", "8", "64"];
const HEAT = ["probabilities", "bits"]; // layers asked for only when they are to be seen
const SHRUNK_QUALITY = 0.95;
const SAMPLE_WIDTH = 320;
const limits = { bytes: Number($("drop").dataset.bytes), pixels: Number($("drop").dataset.pixels) };
const count = new Intl.NumberFormat(document.documentElement.lang).format;

let here = null; // the picture we are about: {file, looks, heats, sizes, questions}

const card = (reduce) => document.querySelector(`[name=reduce][value="${reduce}"]`).closest(".colour-card");
const chosen = () => document.querySelector("[name=reduce]:checked")?.value;

function complain(sentence) {
  $("notice").textContent = sentence;
  $("notice").hidden = !sentence;
}

/** Ask about a picture, unless another one has come meanwhile; null if it has. */
async function ask(about, work, fields = {}, read = undefined) {
  const { signal } = about.questions;
  try {
    return await send(`/images/${work}`, { picture: about.file, ...fields }, { read, signal });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** The file, or a smaller version of a photograph that is too large for the server. */
async function fitting(file) {
  const bitmap = await createImageBitmap(file).catch(() => null); // not a picture, or one of ours
  const pixels = bitmap ? bitmap.width * bitmap.height : 0;
  if (pixels > limits.pixels || (bitmap && file.size > limits.bytes)) {
    const scale = Math.min(1, Math.sqrt(limits.pixels / pixels));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.floor(side * scale)));
    const canvas = element("canvas", { width, height });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, width, height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", SHRUNK_QUALITY));
    complain(word("shrunk", { name: file.name, width, height, most: count(limits.pixels) }));
    return new File([blob], file.name, { type: blob.type });
  }
  return file;
}

async function bring(original) {
  here?.questions.abort();
  complain("");
  $("room").hidden = true;
  $("progress").textContent = word("looking", { name: original.name });
  const mine = { file: original, looks: {}, heats: {}, sizes: {}, questions: new AbortController() };
  here = mine;
  for (const reduce of REDUCTIONS) empty(card(reduce));
  mine.file = await fitting(original);
  if (mine !== here) return;
  if (mine.file.size > limits.bytes) {
    $("progress").textContent = "";
    complain(word("too-many-bytes", { n: count(limits.bytes) }));
    return;
  }
  $("name").textContent = original.name;
  showOriginal(mine.file);
  let why = "";
  for (const reduce of REDUCTIONS) {
    try {
      mine.looks[reduce] = await ask(mine, "look", { reduce });
      if (mine !== here) return;
      fill(card(reduce), mine.looks[reduce]);
    } catch (error) {
      why = error.message;
      refuse(card(reduce), why);
    }
  }
  $("progress").textContent = "";
  if (!chosen()) complain(why);
}

/** The file itself, if the browser can show it: TIFF and our own it mostly cannot. */
function showOriginal(file) {
  const image = $("layers").querySelector("[data-layer=original]");
  const choice = document.querySelector("[name=layer][value=original]");
  URL.revokeObjectURL(image.src);
  choice.disabled = false;
  image.onerror = () => ([choice.disabled, choice.checked, image.hidden] = [true, false, true]);
  image.src = URL.createObjectURL(file);
}

function empty(host) {
  const input = host.querySelector("input");
  [input.disabled, input.checked] = [true, false];
  host.querySelector("img").hidden = true;
  host.querySelector("small").textContent = "";
  host.classList.remove("refused");
}

function fill(host, look) {
  const [input, image] = [host.querySelector("input"), host.querySelector("img")];
  image.src = look.layers.picture;
  image.hidden = false;
  host.querySelector("small").textContent = word("seen", {
    runs: count(look.runs),
    rectangles: count(look.rectangles),
    colours: count(look.colours),
  });
  input.disabled = false;
  $("room").hidden = false;
  if (!chosen()) {
    input.checked = true;
    show();
  }
}

function refuse(host, why) {
  host.classList.add("refused");
  host.querySelector("small").textContent = why;
}

/** Show the picture in the colours chosen. */
function show() {
  const look = here.looks[chosen()];
  for (const image of $("layers").children) {
    if (image.dataset.layer !== "original" && !HEAT.includes(image.dataset.layer)) image.src = look.layers[image.dataset.layer];
  }
  $("seen").textContent = card(chosen()).querySelector("small").textContent;
  const facts = [
    ["size", word("pixels", look)],
    ["colours", count(look.colours)],
    ["runs", count(look.runs)],
    ["rectangles", count(look.rectangles)],
  ];
  if (look.kept) {
    const { codec, items, bytes, bits_per_pixel: bits } = look.kept;
    const figures = { items: count(items), codec: word(codec), bytes: count(bytes), bits: count(bits) };
    facts.push(["kept", word("kept-words", figures)]);
  }
  $("facts").replaceChildren(
    ...facts.flatMap(([key, value]) => [element("dt", {}, word(key)), element("dd", {}, value)]),
  );
  scale();
  lay();
  measure();
}

function scale() {
  const { width, height } = here.looks[chosen()];
  const room = $("canvas").clientWidth - 2;
  const whole = Math.min(room / width, (0.75 * innerHeight) / height);
  const times = $("zoom").value === "fit" ? whole : Number($("zoom").value);
  $("layers").style.width = `${Math.round(width * times)}px`;
  $("layers").style.height = `${Math.round(height * times)}px`;
  $("layers").classList.toggle("sharp", times >= 1);
}

function lay() {
  for (const item of $("legend").children) item.hidden = !document.querySelector(`[name=layer][value=${item.dataset.for}]`).checked;
  for (const { value, checked } of document.querySelectorAll("[name=layer]")) {
    $("layers").querySelector(`[data-layer=${value}]`).hidden = !checked || HEAT.includes(value);
    if (checked && HEAT.includes(value)) warm(value);
  }
}

/** Show a map of what contexts foresee: asked for once for each way to reduce the colours. */
async function warm(layer) {
  if (!here || !chosen()) return;
  const [mine, reduce] = [here, chosen()];
  const wanted = () => mine === here && reduce === chosen() && document.querySelector(`[name=layer][value=${layer}]`).checked;
  mine.heats[reduce] ??= ask(mine, "heat", { reduce });
  try {
    const heat = await mine.heats[reduce];
    if (!heat || !wanted()) return;
    const image = $("layers").querySelector(`[data-layer=${layer}]`);
    image.src = heat.layers[layer];
    image.hidden = false;
    $("seen").textContent = word("heat", { n: count(heat.bits_per_pixel) });
  } catch (error) {
    delete mine.heats[reduce];
    if (wanted()) complain(error.message);
  }
}

/** Sizes in every format: asked for once for each way to reduce the colours. */
async function measure() {
  const [mine, reduce] = [here, chosen()];
  mine.sizes[reduce] ??= ask(mine, "compare", { reduce });
  $("sizes").tBodies[0].replaceChildren();
  $("measuring").textContent = word("measuring");
  delete $("sizes").dataset.done;
  let sizes = null;
  let why = "";
  try {
    sizes = await mine.sizes[reduce];
  } catch (error) {
    delete mine.sizes[reduce];
    why = error.message;
  }
  if (mine !== here || reduce !== chosen()) return;
  $("measuring").textContent = why;
  if (!sizes) return;
  const pixels = mine.looks[reduce].width * mine.looks[reduce].height;
  $("sizes").tBodies[0].replaceChildren(...Object.entries(sizes).map((entry) => row(...entry, sizes.PNG.bytes, pixels)));
  $("sizes").dataset.done = reduce;
}

function row(name, written, png, pixels) {
  const title = ["runs", "rects", "context", "best"].includes(name) ? word(name) : name;
  const head = element("th", { scope: "row" }, title);
  if (!written) return element("tr", {}, head, element("td", { colSpan: 2 }, word("not-possible")));
  const share = Math.round((100 * written.bytes) / png);
  const bar = element("span", { className: "bar" });
  bar.style.width = `${Math.min(100, share / 2)}%`;
  const size = element("td", {}, count(written.bytes), element("small", {}, word("against-png", { n: count(share) })), bar);
  const made = element("tr", {}, head, size, element("td", {}, count(Number(((8 * written.bytes) / pixels).toFixed(3)))));
  made.dataset.format = name;
  made.dataset.bytes = written.bytes;
  return made;
}

function save(href, suffix) {
  const stem = here.file.name.replace(/\.\w+$/, "");
  element("a", { href, download: `${stem}${suffix}` }).click();
}

async function download() {
  const fields = { reduce: chosen(), codec: $("codec").value };
  try {
    const blob = await ask(here, "encode", fields, (response) => response.blob());
    if (!blob) return;
    const href = URL.createObjectURL(blob);
    save(href, ".stgi");
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  } catch (error) {
    complain(error.message);
  }
}

const downloadPng = () => save(here.looks[chosen()].layers.picture, ".png");

async function sample(name) {
  const response = await fetch(address("/picture.png", { game: name, width: SAMPLE_WIDTH })).catch(() => null);
  if (response?.ok) bring(new File([await response.blob()], `${name}.png`, { type: "image/png" }));
  else complain(word("unreachable"));
}

$("file").addEventListener("change", () => {
  if ($("file").files.length) bring($("file").files[0]);
  $("file").value = ""; // the same file may be chosen again
});
for (const button of document.querySelectorAll("[data-sample]")) {
  button.addEventListener("click", () => sample(button.dataset.sample));
}
for (const input of document.querySelectorAll("[name=reduce]")) input.addEventListener("change", show);
for (const input of document.querySelectorAll("[name=layer]")) input.addEventListener("change", lay);
$("zoom").addEventListener("change", scale);
const fade = () => $("layers").style.setProperty("--opacity", $("opacity").value / 100);
$("opacity").addEventListener("input", fade);
fade();
addEventListener("resize", () => here && chosen() && scale());
$("download").addEventListener("click", download);
$("download-png").addEventListener("click", downloadPng);

// A picture may be dropped anywhere on the page.
for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    $("drop").classList.toggle("over", kind === "dragenter" || kind === "dragover");
    if (kind === "drop" && event.dataTransfer.files.length) bring(event.dataTransfer.files[0]);
  });
}
lay();
