import { useLocale } from 'next-intl';
import { type RefObject, useState } from 'react';
import { messageOf } from '@/components/wallet/card/parts/api-problem';
import { setCardPin } from '@/lib/api/use-card';
import type { PinWords } from '@/lib/wallet/card/frame-messages';
import { useFrameMessages } from './use-frame-messages';

type PinState =
  | { state: 'loading' | 'shown' | 'setting' | 'done' }
  /** `text` is the API's message, or null if the frame failed. */
  | { state: 'failed'; text: string | null };

/** React hook that has a frame ask for a new PIN, and passes what the frame has encrypted to the API. */
export function usePinFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  origin: string,
  { id, words }: { id: string; words: PinWords },
): PinState {
  const language = useLocale();
  const [pin, setPin] = useState<PinState>({ state: 'loading' });
  const store = async (encryptedPin: string) => {
    setPin({ state: 'setting' });
    try {
      await setCardPin({ id, encryptedPin });
      setPin({ state: 'done' });
    } catch (error) {
      setPin({ state: 'failed', text: messageOf(error) });
    }
  };
  const fail = () => setPin({ state: 'failed', text: null });
  const send = useFrameMessages(
    { frame, origin, isWaiting: pin.state === 'loading' },
    (message) => {
      switch (message.kind) {
        case 'ready': {
          const isDark = document.documentElement.classList.contains('dark');
          send({ kind: 'pin', isDark, language, words });
          return;
        }
        case 'shown':
          setPin({ state: 'shown' });
          return;
        case 'encrypted':
          if (pin.state === 'shown') void store(message.encryptedPin);
          return;
        case 'failed':
          fail();
      }
    },
    fail,
  );
  return pin;
}
