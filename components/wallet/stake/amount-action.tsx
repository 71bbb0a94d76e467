import { useLocale, useTranslations } from 'next-intl';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { AmountForm } from '@/components/wallet/fields/amount-form';
import { formatAmount } from '@/lib/format/amount';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Form to stake or unstake an amount. */
export function AmountAction({
  action,
  chainId,
  token,
  available,
  isClosed,
  onReview,
}: {
  action: 'stake' | 'unstake';
  chainId: number;
  token: ListedToken;
  /** In base units. */
  available: bigint;
  /** Whether staking is currently closed. */
  isClosed: boolean;
  onReview: (amount: bigint) => void;
}) {
  const t = useTranslations('wallet.stake');
  const { symbol, decimals } = token;
  const locale = useLocale();
  const own = useOwnText();
  return (
    <AmountForm
      token={token}
      chainId={chainId}
      available={available}
      isWallet={action === 'stake'}
      hint={t(`available.${action}`, {
        amount: own(formatAmount(available, decimals, locale)),
        symbol,
      })}
      problemOf={(amount) => (amount > available ? t(`tooMuch.${action}`, { symbol }) : undefined)}
      isClosed={isClosed}
      onReview={onReview}
    />
  );
}
