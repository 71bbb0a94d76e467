import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { DappName } from '@/components/wallet/display/dapp-name';
import { SignRequest } from '@/components/wallet/signing/sign-request';
import { EarlierNote } from '@/components/wallet/transaction-sheet/earlier-note';
import type { ChainMapping, Coin } from '@/lib/api/types';
import type { Dapp } from '@/lib/content/dapps';
import { shortAddress } from '@/lib/evm/address';
import type { DappReviews, Review } from '@/lib/wallet/dapps/reviews';
import { AccessRequest } from './access-request';
import { BatchRequest } from './batch-request';
import { TokenRequest } from './token-request';

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

/** Returns the network of a request, and its account if a wallet is asked. All calls of a batch have the same. */
function partiesOf({ request }: Review): { chainId?: number; account?: Address } {
  if (request.kind === 'batch') return request.calls[0] ?? {};
  if (request.kind === 'token') return { chainId: request.chainId };
  return request.kind === 'access' ? {} : request;
}

type ContentProps = { review: Review; origin: string; coins: readonly Coin[]; reviews: DappReviews };

function Content({ review, origin, coins, reviews }: ContentProps) {
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
  if (request.kind === 'access')
    return (
      <AccessRequest
        key={id}
        id={id}
        origin={origin}
        accounts={request.accounts}
        account={request.account}
        onConfirm={reviews.confirm}
        onReject={reviews.reject}
      />
    );
  if (request.kind === 'token')
    return <TokenRequest key={id} id={id} token={request.token} coins={coins} onDecide={onDecide} />;
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
  origin = dapp.origin,
  note,
  chains,
  coins,
}: {
  reviews: DappReviews;
  dapp: Pick<Dapp, 'name' | 'icon' | 'origin'>;
  /** The origin that requests are checked against, if it isn't the one that is shown. */
  origin?: string;
  /** What is known of the origin that is shown. */
  note?: ReactNode;
  /** The DApp's networks. */
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
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
  const { chainId, account } = shown ? partiesOf(shown) : {};
  const network = chains.find(({ id }) => id === chainId)?.name;
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
            <p className="text-xs text-muted empty:hidden">
              {network === undefined ? null : t('from', { network })}
              {account ? (
                <span className="block">{t('account', { account: shortAddress(account) })}</span>
              ) : null}
              {shown.total > 1 ? (
                <span className="block">{t('part', { number: shown.number, total: shown.total })}</span>
              ) : null}
            </p>
          </div>
          {note}
          <div className="mt-4">
            <Content review={shown} origin={origin} coins={coins} reviews={reviews} />
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
