import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { DappName } from '@/components/wallet/display/dapp-name';
import { SignRequest } from '@/components/wallet/signing/sign-request';
import { EarlierNote } from '@/components/wallet/transaction-sheet/earlier-note';
import type { ChainMapping } from '@/lib/api/types';
import type { Dapp } from '@/lib/content/dapps';
import type { DappReviews, Review } from '@/lib/wallet/dapps/reviews';
import { BatchRequest } from './batch-request';

/** A stage after the review. Its heading takes the focus, because the focused button was removed. */
function Stage({ heading, children }: { heading: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <h3 ref={title} tabIndex={-1} className="font-display text-xl outline-none">
        {heading}
      </h3>
      {children}
    </div>
  );
}

function Content({ review, origin, reviews }: { review: Review; origin: string; reviews: DappReviews }) {
  const t = useTranslations('wallet.dapps.review');
  const sheet = useTranslations('wallet.sheet');
  const { id, request, stage, number, total, earlier } = review;
  const isRepeated = earlier.length > 0;
  const onDecide = (isConfirmed: boolean) => (isConfirmed ? reviews.confirm() : reviews.reject());
  if (stage === 'wallet')
    return (
      <Stage key={`${id} wallet`} heading={sheet('confirm')}>
        <p role="status" className="text-xs text-muted">
          {sheet('keepsAsking')}
        </p>
      </Stage>
    );
  if (stage === 'confirming')
    return (
      <Stage key={`${id} confirming`} heading={t('confirming', { number, total })}>
        <p role="status" className="text-sm text-muted">
          {t('next')}
        </p>
        <div className="dialog-action">
          <Button onClick={reviews.reject}>{t('stop')}</Button>
        </div>
      </Stage>
    );
  return (
    <>
      <EarlierNote entries={earlier} transfers={[]} />
      {request.kind === 'batch' ? (
        <BatchRequest
          key={id}
          id={id}
          calls={request.calls}
          origin={origin}
          isRepeated={isRepeated}
          onDecide={onDecide}
        />
      ) : (
        <SignRequest
          id={`dapp ${id}`}
          request={request}
          origin={origin}
          isRepeated={isRepeated}
          onDecide={onDecide}
        />
      )}
    </>
  );
}

/** Review of a DApp's request: its origin, network, and effects. Nothing is signed without a review. */
export function ReviewDialog({
  reviews,
  dapp,
  chain,
}: {
  reviews: DappReviews;
  dapp: Dapp;
  chain: ChainMapping;
}) {
  const t = useTranslations('wallet.dapps.review');
  const signing = useTranslations('wallet.signing');
  const transfer = useTranslations('wallet.transfer');
  const current = useStore(reviews.store, (state) => state.current);
  // Keep the content while the dialog closes.
  const [shown, setShown] = useState(current);
  const [closedId, setClosedId] = useState<number | null>(null);
  if (current && current !== shown) setShown(current);
  const isInWallet = shown?.stage === 'wallet';
  // A request that the wallet already shows can't be canceled, so closing only hides it here.
  const close = () => {
    if (!isInWallet) return reviews.reject();
    setClosedId(shown.id);
    reviews.dismiss();
  };
  return (
    <Dialog
      open={current !== null && current.id !== closedId}
      onClose={close}
      title={shown ? t(`title.${shown.request.kind}`) : ''}
      closeLabel={isInWallet ? transfer('close') : signing('reject')}
    >
      {shown ? (
        <>
          <div className="grid gap-2 rounded-sharp border border-line px-3 py-2">
            <DappName dapp={dapp} as="div" />
            <p className="text-xs text-muted">
              {t('from', { network: chain.name })}
              {shown.total > 1 ? (
                <span className="block">{t('part', { number: shown.number, total: shown.total })}</span>
              ) : null}
            </p>
          </div>
          <div className="mt-4">
            <Content review={shown} origin={dapp.origin} reviews={reviews} />
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
