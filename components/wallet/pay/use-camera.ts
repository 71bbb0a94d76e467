import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isWalletDocument } from '@/components/wallet/shell/wallet-document';
import { withVisit } from '@/lib/preferences/visit';

/** Between two looks at the camera's picture. */
const LOOK_MS = 120;
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
};

type CameraProblem = 'insecure' | 'absent' | 'refused' | 'none' | 'busy' | 'failed';

/** Why a camera gives no picture: by the names of getUserMedia's errors. */
function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed';
}

/** What keeps any camera from being asked for; null where nothing does. */
function cameraObstacle(): CameraProblem | null {
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
async function watchCamera(
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

/** Says in the address that the camera is wanted at once. */
const WISH = 'scan';

/** Loads the page anew: only a document that was loaded as a wallet page may use the camera (its Permissions-Policy). */
function loadWithCamera(): void {
  const url = new URL(window.location.href);
  url.searchParams.set(WISH, '1');
  window.location.assign(withVisit(url));
}

function takeWish(): boolean {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(WISH)) return false;
  url.searchParams.delete(WISH);
  window.history.replaceState(null, '', url);
  return true;
}

/** The camera as a reader of codes. It stops with the page: when it is left, and while nobody sees it. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onText: (text: string) => void) {
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off');
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const running = useRef<AbortController | null>(null);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  }, [onText]);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState('off');
  }, []);

  const start = useCallback(async () => {
    const obstacle = cameraObstacle();
    setProblem(obstacle);
    if (obstacle || !video.current) return;
    if (!isWalletDocument()) {
      loadWithCamera();
      return;
    }
    const abort = new AbortController();
    running.current?.abort();
    running.current = abort;
    setState('starting');
    try {
      await watchCamera(video.current, abort.signal, {
        onShown: () => setState('on'),
        onText: (text) => latest.current(text),
      });
    } catch (error) {
      if (!abort.signal.aborted) setProblem(cameraProblem(error));
    } finally {
      if (running.current === abort) stop();
    }
  }, [video, stop]);

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') stop();
    };
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', stop);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', stop);
      running.current?.abort();
    };
  }, [stop]);
  useEffect(() => {
    if (takeWish()) void start();
  }, [start]);

  return { state, problem, start, stop };
}

/** What is used of the Shape Detection API's BarcodeDetector. */
type Detector = { detect(source: ImageBitmap | HTMLVideoElement): Promise<readonly { rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: 'qr_code'[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

async function nativeDetector(): Promise<DetectorClass | null> {
  const { BarcodeDetector: native } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!native) return null;
  const formats = await native.getSupportedFormats();
  return formats.includes('qr_code') ? native : null;
}

/** The texts of the QR codes in a picture or in a camera's present frame, each once. */
type ReadCodes = (source: ImageBitmap | HTMLVideoElement) => Promise<string[]>;

/**
 * The browser's own reader of QR codes, or where it has none a library, loaded now.
 * @throws where that cannot be loaded.
 */
export async function loadReader(): Promise<ReadCodes> {
  const Detector = (await nativeDetector()) ?? (await import('qr/decode.js')).BarcodeDetector;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (source) => [...new Set((await detector.detect(source)).map(({ rawValue }) => rawValue))];
}
