// Small sounds, made by the browser itself: a knock for a move, two for a capture, a chord for the end. Silent until
// somebody asks for them.
const HEARD = "sound"; // in the browser's memory: "on" or nothing

let audio = null;

export const isOn = () => localStorage.getItem(HEARD) === "on";

/** Switch sounds on or off; tells which. */
export function toggle() {
  localStorage.setItem(HEARD, isOn() ? "off" : "on");
  if (isOn()) play("move");
  return isOn();
}

/** A knock on wood: a short tone and the breath of the blow. */
function knock(at, pitch) {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0.3, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.09);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.1);
}

function bell(at, pitch) {
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0.18, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.8);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.8);
}

const SOUNDS = {
  move: (now) => knock(now, 330),
  capture: (now) => [0, 0.07].forEach((later) => knock(now + later, 250)),
  offer: (now) => bell(now, 660),
  end: (now) => [392, 494, 587].forEach((pitch, index) => bell(now + index * 0.12, pitch)),
};

/** Make a sound, if sounds are on. */
export function play(name) {
  if (!isOn()) return;
  audio ??= new AudioContext();
  audio.resume().catch(() => {}); // a page that nobody has touched yet stays silent
  SOUNDS[name](audio.currentTime);
}
