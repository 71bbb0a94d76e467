import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AmountText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { AmountForm } from '@/components/wallet/fields/amount-form';
import { useSpendable } from '@/components/wallet/fields/use-spendable';
import { ClosedNote } from '@/components/wallet/frame/closed-note';
import { FeesLink } from '@/components/wallet/frame/fees-link';
import { formatAmount } from '@/lib/format/amount';
import { paymentLimit, tokensBought } from '@/lib/wallet/presale/presale-arithmetic';
import type { PresaleFigures } from './presale-terms-list';

/** Terms of a contribution: the payment, the tokens, the release dates, and the refund if the soft cap is missed. */
function ContributeTerms({
  figures: { live, terms, sale, payment },
  contributed,
  amount,
}: {
  figures: PresaleFigures;
  /** Total of the earlier contributions. Like `amount`, it is in base units of the payment token. */
  contributed: bigint;
  amount: bigint | null;
}) {
  const t = useTranslations('wallet.presale');
  const locale = useLocale();
  const date = useChainTime();
  const { end } = live.read;
  const { cliff, vesting, softCap } = terms;
  const { decimals, symbol } = payment;
  const value = amount ?? undefined;
  return (
    <>
      <dl className="border-t border-line">
        <FigureLine label={t('pays')}>
          <AmountText value={value} decimals={decimals} maxDecimals={decimals} /> {symbol}
        </FigureLine>
        <FigureLine label={t('buys')}>
          <AmountToggle
            value={value === undefined ? undefined : tokensBought(terms, contributed, value)}
            decimals={sale.decimals}
          />{' '}
          {sale.symbol}
        </FigureLine>
        {cliff === vesting ? null : <FigureLine label={t('firstRelease')}>{date(end + cliff)}</FigureLine>}
        <FigureLine label={t(cliff === vesting ? 'release' : 'lastRelease')}>
          {date(end + vesting)}
        </FigureLine>
      </dl>
      <p className="text-sm text-muted">
        {t('condition', { amount: formatAmount(softCap, decimals, locale, decimals), symbol })}
      </p>
    </>
  );
}

/** Gas units reserved for a contribution in native currency: about twice what it uses. */
const CONTRIBUTE_GAS = 200_000n;

/** Form for a contribution that shows what it buys and its terms. */
export function ContributeForm({
  chainId,
  figures,
  onReview,
}: {
  chainId: number;
  figures: PresaleFigures;
  onReview: (amount: bigint, details: ReactNode) => void;
}) {
  const t = useTranslations('wallet.presale');
  const transfer = useTranslations('wallet.transfer');
  const errors = useTranslations('wallet.errors');
  const node = useTranslations('wallet.node');
  const locale = useLocale();
  const own = useOwnText();
  const { live, terms, payment } = figures;
  const { read } = live;
  const { position, isPaused } = read;
  const { symbol, decimals } = payment;
  const { spendable, failed } = useSpendable(
    { chainId, token: payment.address, inWallet: position?.inWallet },
    CONTRIBUTE_GAS,
  );
  const contributed = position?.contributed ?? 0n;
  const limit = spendable === undefined ? undefined : paymentLimit(read, terms, spendable);
  const waiting = failed ? errors('nodeUnreachable') : transfer('loading');

  const closed = () => {
    if (isPaused) return { text: t('paused') };
    if (read.raised >= terms.hardCap) return { text: t('soldOut') };
    if (contributed >= terms.walletCap) return { text: t('capReached') };
    return spendable === 0n
      ? { text: t('emptyWallet', { symbol }), missing: { ...payment, chainId } }
      : undefined;
  };
  const problemOf = (amount: bigint) => {
    if (!limit) return waiting;
    if (amount > limit.most) {
      const isFeeMissing = limit.by === 'wallet' && amount <= (position?.inWallet ?? 0n);
      return isFeeMissing ? transfer('keepFee', { symbol }) : t(`tooMuch.${limit.by}`, { symbol });
    }
    return tokensBought(terms, contributed, amount) === 0n ? t('buysNothing') : undefined;
  };
  const termsOf = (amount: bigint | null) => (
    <ContributeTerms figures={figures} contributed={contributed} amount={amount} />
  );
  const reason = closed();
  return (
    <div className="grid gap-5">
      {reason ? <ClosedNote {...reason} /> : null}
      <AmountForm
        token={payment}
        chainId={chainId}
        available={limit?.most}
        isWallet={limit?.by === 'wallet'}
        hint={
          limit
            ? t(`available.${limit.by}`, {
                // As in every form, the balance includes what has to remain for the network fee.
                amount: own(
                  formatAmount(
                    limit.by === 'wallet' ? (position?.inWallet ?? limit.most) : limit.most,
                    decimals,
                    locale,
                  ),
                ),
                symbol,
              })
            : failed
              ? node('unavailable')
              : waiting
        }
        problemOf={problemOf}
        isClosed={reason !== undefined}
        onReview={(amount) => onReview(amount, termsOf(amount))}
      >
        {(amount) => (
          <>
            {termsOf(amount)}
            <FeesLink />
          </>
        )}
      </AmountForm>
    </div>
  );
}
