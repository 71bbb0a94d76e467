import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { AmountFiat } from '@/components/wallet/signing/intent-headline';
import type { CardOrder } from '@/lib/wallet/card/card-plan';
import { type CardFunds, type CardFundsOfChain, spendableOf } from '@/lib/wallet/card/use-card-funds';
import { type ChainClock, followClock, useLive } from '@/lib/wallet/networks/chain-clock';

/** The user's money in one token: what purchases can use, what they have reserved, and what is about to leave. */
export function FundsCard({
  account,
  place,
  funds,
  network,
  hasManyNetworks,
}: {
  account: Address;
  place: CardFundsOfChain;
  funds: CardFunds;
  network: string;
  hasManyNetworks: boolean;
}) {
  const t = useTranslations('wallet.card');
  const date = useChainTime();
  const { token, held, leaving, leavingSince } = funds;
  const { symbol, decimals } = token;
  const readyAt = leavingSince + (place.data?.delay ?? 0n);
  // A chain without new blocks has an old latest block.
  const live = useLive([place], (previous: ChainClock | null, { read }, localMs) =>
    followClock(previous, read, localMs),
  );
  const isReady = leavingSince > 0n && (live.get(place.chainId)?.now ?? 0n) >= readyAt;
  const review = (order: CardOrder) => reviewCardOrder(account, place, token, order);
  const amount = (value: bigint) => (
    <>
      <AmountToggle value={value} decimals={decimals} /> {symbol}
    </>
  );
  return (
    <div className="grid gap-3 rounded-soft border border-line p-4">
      <div>
        <p className="text-sm text-muted">
          {t('spendable')}
          {hasManyNetworks ? ` · ${network}` : ''}
        </p>
        <p className="text-2xl">{amount(spendableOf(funds))}</p>
        {/* Prices arrive later. */}
        <div className="min-h-[1lh] text-sm">
          <AmountFiat raw={spendableOf(funds)} token={token} />
        </div>
      </div>
      <dl className="border-t border-line">
        <FigureLine label={t('held')} note={held > 0n ? t('heldNote') : undefined}>
          {amount(held)}
        </FigureLine>
        {leaving > 0n ? (
          <FigureLine
            label={t('leaving')}
            note={t(isReady ? 'leavingReady' : 'leavingNote', { time: date(readyAt) })}
          >
            {amount(leaving)}
          </FigureLine>
        ) : null}
      </dl>
      {leaving > 0n ? (
        <div className="flex flex-wrap gap-3">
          {isReady ? (
            <Button
              size="small"
              variant="primary"
              onClick={() => review({ kind: 'withdrawCard', amount: leaving })}
            >
              {t('withdrawReady')}
            </Button>
          ) : null}
          <Button size="small" onClick={() => review({ kind: 'cancelCardWithdrawal' })}>
            {t('withdrawCancel')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
