import { type RefObject, useEffect, useEffectEvent } from 'react';
import { REQUEST_TIMEOUT_MS } from '@/lib/api/api-settings';
import { type FrameMessage, type FrameRequest, readFrameMessage } from '@/lib/wallet/card/frame-messages';

type Frame = {
  frame: RefObject<HTMLIFrameElement | null>;
  origin: string;
  /** While true, `onTimeout` is called if the frame takes too long: one that can't be loaded reports nothing. */
  isWaiting: boolean;
};

/**
 * React hook that calls `onMessage` with the messages of a frame of another host, and returns a function that sends one to it. Both
 * sides check who sends a message.
 */
export function useFrameMessages(
  { frame, origin, isWaiting }: Frame,
  onMessage: (message: FrameMessage) => void,
  onTimeout: () => void,
): (message: FrameRequest) => void {
  const receive = useEffectEvent((event: MessageEvent<unknown>) => {
    const message = readFrameMessage(event, { window: frame.current?.contentWindow, origin });
    if (message) onMessage(message);
  });
  const giveUp = useEffectEvent(onTimeout);
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => receive(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => giveUp(), REQUEST_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return (message) => frame.current?.contentWindow?.postMessage(message, origin);
}
