/** Strongest frequency of a device's audio in Hz, and its level in dBFS. */
export type Tone = { hz: number; db: number };

declare global {
  interface Window {
    /** Open call connections of the page. */
    openConnections: () => RTCPeerConnection[];
    /** Measures the tone that each connection receives. */
    heardTones: () => Promise<Tone[]>;
  }
}

/** Tolerance in Hz: more than one bin of the spectrum at 48 kHz, because the encoder works in bands. */
export const TOLERANCE_HZ = 30;
/** A silent connection is far below this level, and a tone at half of full scale far above. */
export const AUDIBLE_DB = -60;

/** Records the page's connections to measure their audio. Runs in the page before its scripts. */
export function recordConnections(): void {
  const FFT_SIZE = 4_096;
  const connections: RTCPeerConnection[] = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
  /** Returns the strongest tone in several spectra, because the tone pauses. */
  const toneOf = async (connection: RTCPeerConnection): Promise<Tone> => {
    const [receiver] = connection.getReceivers();
    if (!receiver) throw new Error('nothing is received');
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: FFT_SIZE, smoothingTimeConstant: 0 });
    context.createMediaStreamSource(new MediaStream([receiver.track])).connect(analyser);
    const spectrum = new Float32Array(analyser.frequencyBinCount);
    let best: Tone = { hz: 0, db: Number.NEGATIVE_INFINITY };
    const end = performance.now() + 2_000;
    while (performance.now() < end) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      analyser.getFloatFrequencyData(spectrum);
      spectrum.forEach((db, bin) => {
        if (db > best.db) best = { hz: (bin * context.sampleRate) / FFT_SIZE, db };
      });
    }
    await context.close();
    return best;
  };
  window.openConnections = () => connections.filter(({ connectionState }) => connectionState !== 'closed');
  window.heardTones = () => Promise.all(window.openConnections().map(toneOf));
}
