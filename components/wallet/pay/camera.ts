import { loadReader } from './detector';

/** Between two looks at the camera's picture. */
const LOOK_MS = 120;
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
};

export type CameraProblem = 'insecure' | 'absent' | 'refused' | 'none' | 'busy' | 'failed';

/** Why a camera gives no picture: by the names of getUserMedia's errors. */
export function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed';
}

/** What keeps any camera from being asked for; null where nothing does. */
export function cameraObstacle(): CameraProblem | null {
  if (!window.isSecureContext) return 'insecure';
  return 'mediaDevices' in navigator ? null : 'absent';
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, LOOK_MS);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/**
 * Shows the camera in `video` and tells of each picture that holds one QR code, until the signal aborts. The camera is
 * let go in any case.
 * @throws what getUserMedia or the reader says.
 */
export async function watchCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onShown, onText }: { onShown: () => void; onText: (text: string) => void },
): Promise<void> {
  const readCodes = await loadReader();
  if (signal.aborted) return;
  const stream = await navigator.mediaDevices.getUserMedia(WANTED);
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    onShown();
    while (!signal.aborted) {
      if (!stream.active) throw new DOMException('the camera has gone', 'NotReadableError');
      const [text, ...others] =
        video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await readCodes(video) : [];
      if (text !== undefined && others.length === 0 && !signal.aborted) onText(text);
      await pause(signal);
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
