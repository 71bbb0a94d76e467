import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { shortAmount } from '@/lib/format/amount';
import { isMatured, type Pledge, type PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { ExitFigures } from './exit-figures';
import { PledgeFigures } from './pledge-figures';
import { closePlan } from './pledge-plan';

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
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  const duration = useFixedDuration();
  const { symbol, decimals } = token;
  const own = useOwnText();
  const hasMatured = isMatured(pledge, now);
  const written = (value: bigint) => shortAmount(value, decimals, locale);

  const review = (kind: 'redeem' | 'exitEarly') => {
    if (isUnderWay) return;
    const plan = closePlan({ kind, chainId, contract, token, account, pledge });
    if (kind === 'redeem') {
      openReview({ account, plan });
      return;
    }
    const [penalty, interest] = [written(pledge.penalty), written(pledge.interest)];
    openReview({
      account,
      plan,
      details: <ExitFigures pledge={pledge} term={term} token={token} />,
      consent: {
        label: t('review.consent', { penalty, interest, symbol }),
        missing: t('review.consentMissing'),
      },
    });
  };

  return (
    <li className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <PledgeFigures pledge={pledge} term={term} token={token} now={now} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {isUnderWay ? transfer('underWay') : hasMatured ? t('matured') : ''}
      </p>
      <div>
        {hasMatured ? (
          <Button variant="primary" aria-disabled={isUnderWay} onClick={() => review('redeem')}>
            {t('redeem', { amount: own(written(pledge.amount + pledge.interest)), symbol })}
          </Button>
        ) : (
          <Button
            size="small"
            aria-disabled={isUnderWay}
            aria-label={t('leaveLabel', {
              amount: own(written(pledge.amount)),
              symbol,
              term: duration(BigInt(term.duration)),
            })}
            onClick={() => review('exitEarly')}
          >
            {t('leave')}
          </Button>
        )}
      </div>
    </li>
  );
}
