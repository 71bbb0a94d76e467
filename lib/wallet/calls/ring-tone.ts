/** Frequencies of the two notes, in Hz. */
const NOTES_HZ = [587.33, 880] as const;
/** Length of a note, and interval between rings, in seconds. */
const NOTE_S = 0.35;
const PERIOD_S = 3;
/** Volume, where 1 is full scale. */
const GAIN = 0.12;

/** Sound of an incoming call. Browsers block it until the user has interacted with the page. */
export class RingTone {
  #context: AudioContext | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Rings until `stop`. Does nothing if it's already ringing or the browser has no audio output. */
  start(): void {
    if (this.#context || typeof AudioContext === 'undefined') return;
    const context = new AudioContext();
    this.#context = context;
    const ring = () => {
      // Skip while playback is blocked: all skipped rings would otherwise play at once.
      if (context.state === 'running') this.#ring(context);
    };
    context.addEventListener('statechange', ring, { once: true });
    ring();
    this.#timer = setInterval(ring, PERIOD_S * 1_000);
  }

  stop(): void {
    clearInterval(this.#timer);
    void this.#context?.close();
    this.#context = null;
  }

  #ring(context: AudioContext): void {
    const gain = new GainNode(context, { gain: 0 });
    gain.connect(context.destination);
    NOTES_HZ.forEach((frequency, index) => {
      const from = context.currentTime + index * NOTE_S;
      const note = new OscillatorNode(context, { frequency });
      note.connect(gain);
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(GAIN, from + 0.03);
      gain.gain.linearRampToValueAtTime(0, from + NOTE_S);
      note.start(from);
      note.stop(from + NOTE_S);
    });
  }
}
