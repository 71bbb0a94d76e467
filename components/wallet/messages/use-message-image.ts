import { type RefObject, useEffect, useState } from 'react';
import { decodeImage } from '@/lib/wallet/messages/images/decode-image';
import { BrokenImageError, type PlainImage } from '@/lib/wallet/messages/images/image-cipher';
import { MessengerError, type MessengerReason } from '@/lib/wallet/messages/messenger/types';

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
 * React hook that reads and decodes an image while it's wanted, at most as large as `longest` pixels. It gives the memory
 * back when the image isn't wanted anymore.
 */
export function useMessageImage(
  read: () => Promise<PlainImage>,
  { isWanted, longest }: { isWanted: boolean; longest: number },
): ShownImage {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  /** Changes for another attempt. */
  const [attempt, setAttempt] = useState(() => new Object());
  useEffect(() => {
    if (!isWanted) return;
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
  }, [read, isWanted, longest, attempt]);
  if (!isWanted) return { state: 'idle' };
  if (loaded === null) return { state: 'loading' };
  if ('reason' in loaded) return { state: 'failed', reason: loaded.reason, retry: () => setAttempt({}) };
  return { state: 'ready', ...loaded };
}

/** How far outside the visible part of a list an element counts as near. */
const NEAR = '100% 0px';

/** React hook that returns whether an element is in or near the visible part of the section that scrolls it. */
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
