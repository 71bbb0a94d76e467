import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import type { Card } from '@/lib/api/types';
import { loadedPath } from '@/lib/browser/loaded-path';
import { usePageParams } from '@/lib/browser/page-params';
import { routes } from '@/lib/routes';
import { CARD_FRAME_PATH } from '@/lib/wallet/card/frame-messages';
import { type CardData, cardOfParams, leaveCardView } from './card-params';
import { SHOWN_MS, useCardFrame, useHiding } from './use-card-frame';

/** Returns whether this document was loaded as the card page, whose policy lets it frame the number. */
const isOwnDocument = (): boolean => (loadedPath() ?? routes.card) === routes.card;

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
          className="h-64 w-full rounded-soft border border-line bg-raised"
        />
      )}
      <LoadingStatus text={shown.state === 'loading' ? t('loading') : null} />
      {shown.state === 'shown' ? (
        <p role="status" className="measure text-sm text-muted">
          {t('hides', { seconds: SHOWN_MS / 1_000 })}
        </p>
      ) : null}
      <div>
        <Button onClick={leaveCardView}>{t('hide')}</Button>
      </div>
    </div>
  );
}

/** Shows the number of the card that the URL names, until the user looks elsewhere. */
export function CardNumberView({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const [isHidden, setHidden] = useState(false);
  const card = cardOfParams(usePageParams(), data.list);
  const origin = data.list?.program.frameOrigin;
  if (!data.list) return data.isListFailed ? null : <LoadingStatus text={t('loading')} />;
  if (!card || !origin) return <p className="text-muted">{t('cardUnknown')}</p>;
  // Client-side navigation keeps the policy of the first page, which frames nothing.
  if (!isOwnDocument())
    return (
      <div className="grid justify-items-start gap-4">
        <p className="measure text-muted">{t('number.reload')}</p>
        <Button variant="signal" onClick={() => window.location.reload()}>
          {t('number.reloadAction')}
        </Button>
      </div>
    );
  if (!isHidden) return <NumberFrame card={card} origin={origin} onHide={() => setHidden(true)} />;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="measure text-muted">
        {t('number.hidden')}
      </p>
      <Button onClick={() => setHidden(false)}>{t('number.again')}</Button>
    </div>
  );
}
