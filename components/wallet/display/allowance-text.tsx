import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { formatAmount } from '@/lib/format/amount';
import type { Move } from '@/lib/wallet/activity/activity-row';
import { isUnlimited } from '@/lib/wallet/approvals/approval-events';

/** The allowance of an approval or revocation, without a sign, because no tokens moved. */
export function AllowanceText({
  allowance: { token, amount },
  isRevoked,
}: {
  allowance: Move;
  isRevoked: boolean;
}) {
  const t = useTranslations('wallet.activity');
  const locale = useLocale();
  const values = {
    amount: formatAmount(amount, token.decimals, locale),
    symbol: token.symbol,
    bdi: (text: ReactNode) => <bdi>{text}</bdi>,
  };
  return (
    <span className="figures block text-muted wrap-anywhere">
      {isRevoked ? <bdi>{token.symbol}</bdi> : t.rich(isUnlimited({ amount }) ? 'unlimited' : 'upTo', values)}
      {token.coinId === null ? <span className="text-xs"> {t('own')}</span> : null}
    </span>
  );
}

/** The amount of a withdrawal request, without a sign, because no tokens moved. */
export function RequestedText({ requested: { token, amount } }: { requested: Move }) {
  const locale = useLocale();
  return (
    <span className="figures block text-muted wrap-anywhere">
      <OwnText>{formatAmount(amount, token.decimals, locale)}</OwnText> <bdi>{token.symbol}</bdi>
    </span>
  );
}
