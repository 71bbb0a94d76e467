import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { REQUEST_TIMEOUT_MS } from '@/lib/api/api-settings';
import { revealCard } from '@/lib/api/use-card';
import { type FrameRequest, type FrameWords, readFrameMessage } from '@/lib/wallet/card/frame-messages';
import { messageOf } from './api-problem';

/** How long a card's number stays visible. */
export const SHOWN_MS = 30_000;

type Shown = { state: 'loading' | 'shown' } | { state: 'failed'; text: string | null };

/**
 * React hook that runs the exchange that reveals a card's number: the frame sends a nonce, the API exchanges it for a secret,
 * and the secret is sent to the frame. Both sides check who sends a message.
 */
export function useCardFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  origin: string,
  card: { id: string; hasPin: boolean; words: FrameWords },
): Shown {
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const send = (message: FrameRequest) => frame.current?.contentWindow?.postMessage(message, origin);
  const isOver = useRef(false);
  const exchange = async (nonce: string, version: string) => {
    try {
      const { secret } = await revealCard({ id: card.id, nonce, version });
      if (!isOver.current) send({ kind: 'key', secret });
    } catch (error) {
      if (!isOver.current) setShown({ state: 'failed', text: messageOf(error) });
    }
  };
  const onMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    const message = readFrameMessage(event, { window: frame.current?.contentWindow, origin });
    switch (message?.kind) {
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
        setShown({ state: 'failed', text: null });
    }
  });
  useEffect(() => {
    isOver.current = false;
    const listener = (event: MessageEvent<unknown>) => onMessage(event);
    window.addEventListener('message', listener);
    return () => {
      isOver.current = true;
      window.removeEventListener('message', listener);
    };
  }, []);
  const isLoading = shown.state === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    // A frame that can't be loaded reports nothing.
    const timer = setTimeout(() => setShown({ state: 'failed', text: null }), REQUEST_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
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
