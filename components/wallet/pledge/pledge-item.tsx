import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { formatAmount } from '@/lib/format/amount';
import { isMatured, type Pledge, type PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';
import { ExitReview } from './exit-review';
import { PledgeFigures } from './pledge-figures';
import { closePlan } from './pledge-plan';
import { useTermText } from './use-term-text';

/** An active or matured pledge, with a button to redeem it or exit early. */
export function PledgeItem({
  chainId,
  contract,
  account,
  pledge,
  term,
  token,
  now,
  isUnderWay,
}: {
  chainId: number;
  contract: Address;
  account: Address;
  pledge: Pledge;
  term: PledgeTerm;
  token: ListedToken;
  /** Chain time in seconds since the epoch. */
  now: bigint;
  /** Whether a redemption or exit is pending. */
  isUnderWay: boolean;
}) {
  const t = useTranslations('wallet.pledge');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const termText = useTermText();
  const { step, problem, start } = useTransaction();
  const [isLeaving, setLeaving] = useState(false);
  const [isBack, setBack] = useState(false);
  // Hides an error from an earlier review until the user confirms this one.
  const [isTried, setTried] = useState(false);
  const exitButton = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const { symbol, decimals } = token;
  const hasMatured = isMatured(pledge, now);
  const isBusy = step !== 'idle';
  const payout = pledge.amount + pledge.interest;
  const amount = formatAmount(pledge.amount, decimals, locale, decimals);

  // Closing the review removes the focused button, so focus moves back to the exit button.
  useEffect(() => {
    if (isBack) exitButton.current?.focus();
  }, [isBack]);

  // Sending the transaction removes the focused button, so focus moves to the status.
  useEffect(() => {
    if (isTried && isUnderWay && document.activeElement === document.body) status.current?.focus();
  }, [isTried, isUnderWay]);

  const keep = () => {
    setLeaving(false);
    setTried(false);
    setBack(true);
  };
  const close = async (kind: 'redeem' | 'exitEarly') => {
    setTried(true);
    const hash = await start(closePlan({ kind, chainId, contract, token, account, pledge }));
    if (hash !== null) setLeaving(false);
  };
  const statusText = () => {
    if (isUnderWay) return t('underWay');
    if (isBusy) return t(step === 'signing' ? 'step.signing' : 'step.checking');
    return hasMatured ? t('matured') : '';
  };

  return (
    <li className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <PledgeFigures pledge={pledge} term={term} token={token} now={now} />
      {isLeaving && !hasMatured && !isUnderWay ? (
        <ExitReview
          pledge={pledge}
          term={term}
          token={token}
          isBusy={isBusy}
          onKeep={keep}
          onConfirm={() => void close('exitEarly')}
        />
      ) : null}
      {isTried && problem ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {errors(problem)}
        </p>
      ) : null}
      <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted outline-none empty:hidden">
        {statusText()}
      </p>
      {/* The button is not disabled while busy, because a disabled button would lose focus. */}
      {hasMatured ? (
        <div>
          <Button
            variant="primary"
            aria-disabled={isBusy || isUnderWay}
            aria-busy={isBusy}
            onClick={() => {
              if (!isBusy && !isUnderWay) void close('redeem');
            }}
          >
            {t('redeem', { amount: formatAmount(payout, decimals, locale, decimals), symbol })}
          </Button>
        </div>
      ) : isLeaving || isUnderWay ? null : (
        <div>
          <Button
            ref={exitButton}
            size="small"
            aria-label={t('leaveLabel', { amount, symbol, term: termText(term.duration) })}
            onClick={() => {
              setLeaving(true);
              setBack(false);
            }}
          >
            {t('leave')}
          </Button>
        </div>
      )}
    </li>
  );
}
