import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isWalletDocument } from '@/components/wallet/shell/wallet-document';
import { withVisit } from '@/lib/preferences/visit';
import { type CameraProblem, cameraObstacle, cameraProblem, watchCamera } from './camera';

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
