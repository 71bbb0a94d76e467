import { type RefObject, useEffect, useState } from 'react';
import { decodeImage } from '@/lib/messages/images/decode-image';
import { BrokenImageError } from '@/lib/messages/images/image-cipher';
import type { PlainImage } from '@/lib/messages/protocol/content';
import { MessengerError, type MessengerReason } from '@/lib/messages/protocol/messenger-error';

export type ShownImage =
  | { state: 'idle' | 'loading' }
  | { state: 'ready'; bitmap: ImageBitmap; plain: PlainImage }
  | { state: 'failed'; reason: MessengerReason; retry: () => void };

const reasonOf = (error: unknown): MessengerReason => {
  if (error instanceof MessengerError) return error.reason;
  return error instanceof BrokenImageError ? 'broken' : 'storage';
};

type Loaded = { bitmap: ImageBitmap; plain: PlainImage } | { reason: MessengerReason };

/**
 * React hook that reads and decodes an image while `isEnabled` is true, scaled to at most `longest` pixels. Releases the
 * bitmap when it becomes false.
 */
export function useMessageImage(
  read: () => Promise<PlainImage>,
  { isEnabled, longest }: { isEnabled: boolean; longest: number },
): ShownImage {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  /** Replaced to start another attempt. */
  const [attempt, setAttempt] = useState(() => new Object());
  useEffect(() => {
    if (!isEnabled) return;
    void attempt;
    let isCurrent = true;
    let bitmap: ImageBitmap | undefined;
    const load = async () => {
      const plain = await read();
      const decoded = isCurrent ? await decodeImage(plain, longest) : null;
      if (!isCurrent) decoded?.close();
      else if (decoded) {
        bitmap = decoded;
        setLoaded({ bitmap, plain });
      }
    };
    load().catch((error: unknown) => isCurrent && setLoaded({ reason: reasonOf(error) }));
    return () => {
      isCurrent = false;
      bitmap?.close();
      setLoaded(null);
    };
  }, [read, isEnabled, longest, attempt]);
  if (!isEnabled) return { state: 'idle' };
  if (loaded === null) return { state: 'loading' };
  if ('reason' in loaded) return { state: 'failed', reason: loaded.reason, retry: () => setAttempt({}) };
  return { state: 'ready', ...loaded };
}

/** Margin around the visible area within which an element counts as near. */
const NEAR = '100% 0px';

/** React hook that returns whether an element is in or near the visible area of its scroll container. */
export function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: current.closest('section'),
      rootMargin: NEAR,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
