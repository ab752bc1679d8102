// Sound: short tones, or sentences spoken in the page's language. A browser that has not been touched stays silent.
import { language } from "./texts.js";

const TONES = { good: [[0, 660]], turn: [[0, 660], [0.14, 880]], bad: [[0, 220], [0.2, 196]], bell: [[0, 880], [0.25, 660]] };
let audio = null;

export function beep(kind) {
  try {
    audio ??= new AudioContext();
    for (const [at, pitch] of TONES[kind]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.22);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.24);
    }
  } catch {
    // no sound here
  }
}

export function say(text) {
  try {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = language;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  } catch {
    // no voice here
  }
}
