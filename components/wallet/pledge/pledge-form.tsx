import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { useLinkedAmount } from '@/components/wallet/fields/use-linked-amount';
import { ClosedNote } from '@/components/wallet/frame/closed-note';
import { FeesLink } from '@/components/wallet/frame/fees-link';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import { mostCovered, type PledgeTerm, pledgeFigures } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { PledgeFunds } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Summary of a new pledge: its amount, its payout and maturity, and the payout of an early exit. */
export function PledgeSummary({
  term,
  token: { symbol, decimals },
  amount,
  freeReserve,
  now,
}: {
  term: PledgeTerm;
  token: ListedToken;
  /** Amount in base units, or null if none is entered. */
  amount: bigint | null;
  /** In base units. */
  freeReserve: bigint;
  /** Chain time in seconds since the epoch. */
  now: bigint;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const time = useChainTime();
  const figures = amount === null ? null : pledgeFigures(amount, term);
  const written = (value: bigint | undefined, maxDecimals?: number) => (
    <span className="wrap-anywhere">
      <AmountToggle
        value={value}
        decimals={decimals}
        {...(maxDecimals === undefined ? {} : { maxDecimals })}
      />{' '}
      {symbol}
    </span>
  );
  return (
    <dl className="border-t border-line">
      <FigureLine label={t('leaves')}>{written(amount ?? undefined, decimals)}</FigureLine>
      <FigureLine
        label={t('comesBack')}
        note={t('comesBackNote', { date: time(now + BigInt(term.duration)) })}
      >
        {written(amount !== null && figures ? amount + figures.interest : undefined)}
      </FigureLine>
      <FigureLine label={t('early')} note={t('earlyNote', { rate: percentText(term.penaltyBps, locale) })}>
        {written(amount !== null && figures ? amount - figures.penalty : undefined)}
      </FigureLine>
      <FigureLine label={t('freeReserve')}>{written(freeReserve)}</FigureLine>
    </dl>
  );
}

/** Form for the amount of a pledge, with a summary. Errors appear next to the field. */
export function PledgeForm({
  chainId,
  term,
  token,
  funds,
  now,
  text,
  isPaused,
  onText,
  onReview,
}: {
  chainId: number;
  term: PledgeTerm;
  token: ListedToken;
  funds: PledgeFunds;
  /** Chain time in seconds since the epoch. */
  now: bigint;
  /** The typed amount. */
  text: string;
  isPaused: boolean;
  onText: (text: string) => void;
  onReview: (amount: bigint) => void;
}) {
  const t = useTranslations('wallet.pledge');
  const transfer = useTranslations('wallet.transfer');
  const sheet = useTranslations('wallet.sheet');
  const locale = useLocale();
  const id = useId();
  const [touched, setTouched] = useState(false);
  useLinkedAmount(token.coinId, onText);
  const own = useOwnText();
  const { symbol, decimals } = token;
  const { inWallet, freeReserve } = funds;
  const covered = mostCovered(freeReserve, term);
  const isCapped = covered !== null && covered < inWallet;
  const available = isCapped ? covered : inWallet;
  const isClosed = isPaused || inWallet === 0n;
  const written = (value: bigint) => ({ amount: formatAmount(value, decimals, locale), symbol });

  const parsed = parseAmount(text, decimals);
  const amount = 'value' in parsed ? parsed.value : null;
  const readProblem = () => {
    if ('problem' in parsed) return transfer(`problem.${parsed.problem}`, { decimals });
    if (parsed.value > inWallet) return t('tooMuch', { symbol });
    return parsed.value > available ? t('overReserve', written(available)) : undefined;
  };
  const problem = readProblem();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (problem !== undefined || amount === null) {
      document.getElementById(id)?.focus();
      return;
    }
    onReview(amount);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {isClosed ? (
        <ClosedNote
          text={isPaused ? t('paused') : t('emptyWallet', { symbol })}
          missing={isPaused ? undefined : { ...token, chainId }}
        />
      ) : null}
      <AmountField
        id={id}
        label={transfer('amount')}
        amount={text}
        onChange={onText}
        onBlur={() => setTouched(text !== '')}
        source={{ available, isWallet: !isCapped }}
        token={token}
        chainId={chainId}
        hint={
          isCapped
            ? t('covered', written(available))
            : t('available', { ...written(available), amount: own(written(available).amount) })
        }
        problem={problem}
        isTouched={touched}
        disabled={isClosed}
      />
      <PledgeSummary term={term} token={token} amount={amount} freeReserve={freeReserve} now={now} />
      <FeesLink />
      <Button variant="signal" type="submit" disabled={isClosed}>
        {sheet('review')}
      </Button>
    </form>
  );
}
