import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { type CardData, leaveCardView } from '@/components/wallet/card/parts/card-params';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import type { Card } from '@/lib/api/types';
import { CARD_FRAME_PATH } from '@/lib/wallet/card/frame-messages';
import { FrameGate } from './frame-gate';
import { SHOWN_MS, useCardFrame, useHiding } from './use-card-frame';

/** The frame of another host that shows the number. This page can't read what is in it. */
function NumberFrame({ card, origin, onHide }: { card: Card; origin: string; onHide: () => void }) {
  const t = useTranslations('wallet.card.number');
  const frame = useRef<HTMLIFrameElement>(null);
  const words = {
    number: t('number'),
    expiry: t('expiry'),
    cvc: t('cvc'),
    pin: t('pin'),
    copy: t('copy'),
  };
  const shown = useCardFrame(frame, origin, { id: card.id, hasPin: card.type === 'physical', words });
  useHiding(frame, shown.state === 'shown', onHide);
  return (
    <div className="grid max-w-form gap-4">
      {shown.state === 'failed' ? (
        <p role="alert" className="measure border-s-2 border-error ps-3 text-sm">
          {shown.text ?? ''} {t('failed')}
        </p>
      ) : (
        <iframe
          ref={frame}
          src={origin + CARD_FRAME_PATH}
          title={t('title', { lastFour: card.lastFour })}
          allow={`clipboard-write ${origin}`}
          referrerPolicy="no-referrer"
          className={`w-full rounded-soft border border-line bg-raised ${card.type === 'physical' ? 'h-80' : 'h-64'}`}
        />
      )}
      <LoadingStatus text={shown.state === 'loading' ? t('loading') : null} />
      <div>
        <Button onClick={leaveCardView}>{t('hide')}</Button>
      </div>
      {shown.state === 'shown' ? (
        <p role="status" className="measure text-sm text-muted">
          {t('hides', { seconds: SHOWN_MS / 1_000 })}
        </p>
      ) : null}
    </div>
  );
}

function ShownNumber({ card, origin }: { card: Card; origin: string }) {
  const t = useTranslations('wallet.card.number');
  const [isHidden, setHidden] = useState(false);
  if (!isHidden) return <NumberFrame card={card} origin={origin} onHide={() => setHidden(true)} />;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="measure text-muted">
        {t('hidden')}
      </p>
      <Button onClick={() => setHidden(false)}>{t('again')}</Button>
    </div>
  );
}

/** Shows the number of the card that the URL names, until the user looks elsewhere. */
export function CardNumberView({ data }: { data: CardData }) {
  return <FrameGate data={data}>{(card, origin) => <ShownNumber card={card} origin={origin} />}</FrameGate>;
}
