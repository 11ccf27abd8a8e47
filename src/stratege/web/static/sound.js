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

/** A tone that dies away in so many seconds, its pitch falling to that share of itself. */
function tone(at, pitch, { type, gain, length, fall }) {
  const source = new OscillatorNode(audio, { type, frequency: pitch });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(gain, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch * fall, at + length);
  source.connect(loudness).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

const knock = (at, pitch) => tone(at, pitch, { type: "triangle", gain: 0.3, length: 0.1, fall: 0.5 });
const bell = (at, pitch) => tone(at, pitch, { type: "sine", gain: 0.18, length: 0.8, fall: 1 });

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
