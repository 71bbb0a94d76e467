import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isWalletDocument } from '@/components/wallet/connect/wallet-document';
import { withVisit } from '@/lib/preferences/visit';

/** Interval between two scans of the camera image. */
const SCAN_INTERVAL_MS = 120;
const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
};

type CameraProblem = 'insecure' | 'absent' | 'refused' | 'none' | 'busy' | 'failed';

/** Maps an error from getUserMedia to a problem. */
function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed';
}

/** Returns why the browser can't offer a camera, or null if it can. */
function cameraObstacle(): CameraProblem | null {
  if (!window.isSecureContext) return 'insecure';
  return 'mediaDevices' in navigator ? null : 'absent';
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, SCAN_INTERVAL_MS);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/**
 * Shows the camera image in `video`, and calls `onText` for each frame that has exactly one QR code, until the signal
 * aborts. Always releases the camera.
 * @throws the errors of getUserMedia or the QR decoder.
 */
async function watchCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onShown, onText }: { onShown: () => void; onText: (text: string) => void },
): Promise<void> {
  const readCodes = await loadReader();
  if (signal.aborted) return;
  const stream = await navigator.mediaDevices.getUserMedia(CONSTRAINTS);
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    onShown();
    while (!signal.aborted) {
      if (!stream.active) throw new DOMException('the camera stopped', 'NotReadableError');
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

/** URL parameter that starts the camera when the page loads. */
const SCAN_PARAM = 'scan';

/**
 * Reloads the page, because only a document that was loaded as a wallet page may use the camera (Permissions-Policy).
 */
function loadWithCamera(): void {
  const url = new URL(window.location.href);
  url.searchParams.set(SCAN_PARAM, '1');
  window.location.assign(withVisit(url));
}

function takeScanParam(): boolean {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SCAN_PARAM)) return false;
  url.searchParams.delete(SCAN_PARAM);
  window.history.replaceState(null, '', url);
  return true;
}

/** React hook that scans QR codes with the camera. Scanning stops when the user leaves or hides the page. */
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
    if (takeScanParam()) void start();
  }, [start]);

  return { state, problem, start, stop };
}

/** The part of the Shape Detection API's BarcodeDetector that is used here. */
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

/** Returns the distinct texts of all QR codes in a picture or in the current video frame. */
type ReadCodes = (source: ImageBitmap | HTMLVideoElement) => Promise<string[]>;

/**
 * Returns a QR code reader: the browser's own, or else a library that is loaded on demand.
 * @throws if the library cannot be loaded.
 */
export async function loadReader(): Promise<ReadCodes> {
  const Detector = (await nativeDetector()) ?? (await import('qr/decode.js')).BarcodeDetector;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (source) => [...new Set((await detector.detect(source)).map(({ rawValue }) => rawValue))];
}
