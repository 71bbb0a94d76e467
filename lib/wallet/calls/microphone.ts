import { LEVEL_POLL_MS } from './constants';

/** Reason why a microphone can't be used. */
export type MicrophoneProblem = 'insecure' | 'absent' | 'refused' | 'none' | 'busy' | 'failed';

export class MicrophoneError extends Error {
  override name = 'MicrophoneError';
  constructor(
    readonly problem: MicrophoneProblem,
    options?: ErrorOptions,
  ) {
    super(`the microphone can't be used: ${problem}`, options);
  }
}

/** Maps an error of getUserMedia to its reason. */
export function microphoneProblem(error: unknown): MicrophoneProblem {
  if (error instanceof MicrophoneError) return error.problem;
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed';
}

/**
 * Opens a microphone, by default the system's choice. The browser asks for permission the first time.
 * @throws MicrophoneError with the problem.
 */
export async function openMicrophone(deviceId: string | null): Promise<MediaStreamTrack> {
  if (!window.isSecureContext) throw new MicrophoneError('insecure');
  if (!('mediaDevices' in navigator)) throw new MicrophoneError('absent');
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: false,
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
      },
    });
    const [track] = stream.getAudioTracks();
    if (!track) throw new MicrophoneError('none');
    return track;
  } catch (error) {
    throw new MicrophoneError(microphoneProblem(error), { cause: error });
  }
}

export type MicrophoneChoice = { id: string; label: string };

/**
 * Returns the available microphones. Browsers name them only while one is in use.
 * @throws if the browser can't list them.
 */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.flatMap(({ kind, deviceId, label }) =>
    kind === 'audioinput' && deviceId !== '' && label !== '' ? [{ id: deviceId, label }] : [],
  );
}

/** Number of samples per level, which is 21 ms at 48 kHz. */
const LEVEL_SAMPLES = 1_024;
/** Lowest level on the meter, in dBFS. */
const QUIET_DB = -60;

/** Returns the level of samples on a logarithmic scale, from 0 (silence) to 1 (full scale). */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
  if (power === 0) return 0;
  return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power)) / QUIET_DB));
}

/** Calls `onLevel` with a track's level several times per second. Returns a function that stops it. */
export function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: LEVEL_SAMPLES });
  const source = context.createMediaStreamSource(new MediaStream([track]));
  source.connect(analyser);
  const samples = new Float32Array(LEVEL_SAMPLES);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(track.enabled ? levelOf(samples) : 0);
  }, LEVEL_POLL_MS);
  return () => {
    clearInterval(timer);
    source.disconnect();
    void context.close();
  };
}
