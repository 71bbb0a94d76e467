import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '@/components/wallet/card/parts/api-problem';
import { revealCard } from '@/lib/api/use-card';
import type { FrameWords } from '@/lib/wallet/card/frame-messages';
import { useFrameMessages } from './use-frame-messages';

/** How long a card's number stays visible. */
export const SHOWN_MS = 30_000;

type Shown = { state: 'loading' | 'shown' } | { state: 'failed'; text: string | null };

/**
 * React hook that runs the exchange that reveals a card's number: the frame sends a nonce, the API exchanges it for a secret,
 * and the secret is sent to the frame.
 */
export function useCardFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  origin: string,
  card: { id: string; hasPin: boolean; words: FrameWords },
): Shown {
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const fail = (text: string | null) => setShown({ state: 'failed', text });
  const exchange = async (nonce: string, version: string) => {
    try {
      const { secret } = await revealCard({ id: card.id, nonce, version });
      send({ kind: 'key', secret });
    } catch (error) {
      fail(messageOf(error));
    }
  };
  const send = useFrameMessages(
    { frame, origin, isWaiting: shown.state === 'loading' },
    (message) => {
      switch (message.kind) {
        case 'ready': {
          const isDark = document.documentElement.classList.contains('dark');
          send({ kind: 'card', card: card.id, hasPin: card.hasPin, isDark, words: card.words });
          return;
        }
        case 'nonce':
          void exchange(message.nonce, message.version);
          return;
        case 'shown':
          setShown({ state: 'shown' });
          return;
        case 'failed':
          fail(null);
      }
    },
    () => fail(null),
  );
  return shown;
}

/**
 * React hook that calls `onHide` after SHOWN_MS, and when the window loses focus or is hidden. Focus inside the frame doesn't
 * count.
 */
export function useHiding(
  frame: RefObject<HTMLIFrameElement | null>,
  isShown: boolean,
  onHide: () => void,
): void {
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => hide(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  useEffect(() => {
    const onBlur = () => {
      if (document.activeElement !== frame.current) hide();
    };
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hide();
    };
    window.addEventListener('blur', onBlur);
    window.addEventListener('pagehide', onBlur);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('pagehide', onBlur);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [frame]);
}
