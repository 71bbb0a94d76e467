import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { type CardData, canSetPinOf, leaveCardView } from '@/components/wallet/card/parts/card-params';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import type { Card } from '@/lib/api/types';
import { PIN_FRAME_PATH } from '@/lib/wallet/card/frame-messages';
import { FrameGate } from './frame-gate';
import { usePinFrame } from './use-pin-frame';

/** The frame of another host in which the PIN is typed. This page gets only the ciphertext. */
function PinFrame({ card, origin, onAgain }: { card: Card; origin: string; onAgain: () => void }) {
  const t = useTranslations('wallet.card.pin');
  const frame = useRef<HTMLIFrameElement>(null);
  const words = {
    pin: t('words.pin'),
    again: t('words.again'),
    submit: t('words.submit'),
    digits: t('words.digits'),
    differs: t('words.differs'),
  };
  const done = useRef<HTMLParagraphElement>(null);
  const pin = usePinFrame(frame, origin, { id: card.id, words });
  // The focus was in the frame.
  useEffect(() => {
    if (pin.state === 'done') done.current?.focus();
  }, [pin.state]);
  if (pin.state === 'failed')
    return <RetryAlert message={pin.text ?? t('failed')} retryLabel={t('again')} onRetry={onAgain} />;
  if (pin.state === 'done')
    return (
      <div className="grid justify-items-start gap-4">
        <p ref={done} role="status" tabIndex={-1} className="outline-none">
          {t('done')}
        </p>
        <p className="measure text-sm text-muted">{t('offline')}</p>
        <Button onClick={leaveCardView}>{t('back')}</Button>
      </div>
    );
  return (
    <div className="grid max-w-form gap-4">
      <p className="measure text-sm text-muted">{t('about')}</p>
      <iframe
        ref={frame}
        src={origin + PIN_FRAME_PATH}
        title={t('title', { lastFour: card.lastFour })}
        referrerPolicy="no-referrer"
        className="h-80 w-full rounded-soft border border-line bg-raised"
      />
      <LoadingStatus
        text={pin.state === 'loading' ? t('loading') : pin.state === 'setting' ? t('setting') : null}
      />
    </div>
  );
}

/** Sets a new PIN for the card that the URL names. */
export function CardPinView({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card.pin');
  const [attempt, setAttempt] = useState(1);
  return (
    <FrameGate data={data}>
      {(card, origin) =>
        canSetPinOf(card, data.list?.program) ? (
          <PinFrame key={attempt} card={card} origin={origin} onAgain={() => setAttempt(attempt + 1)} />
        ) : (
          <p className="measure text-muted">{t('unavailable')}</p>
        )
      }
    </FrameGate>
  );
}
