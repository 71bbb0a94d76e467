import { useLocale, useTranslations } from 'next-intl';
import { AllowanceNote } from '@/components/wallet/display/allowance-note';
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
  isBusy,
  onStart,
}: {
  action: 'stake' | 'unstake';
  chainId: number;
  token: ListedToken;
  /** In base units. */
  available: bigint;
  /** Whether staking is currently closed. */
  isClosed: boolean;
  isBusy: boolean;
  /** Resolves to whether the transaction was sent. */
  onStart: (amount: bigint) => Promise<boolean>;
}) {
  const t = useTranslations('wallet.stake');
  const { symbol, decimals } = token;
  const locale = useLocale();
  return (
    <AmountForm
      token={token}
      chainId={chainId}
      available={available}
      hint={t(`available.${action}`, {
        amount: formatAmount(available, decimals, locale),
        symbol,
      })}
      problemOf={(amount) => (amount > available ? t(`tooMuch.${action}`, { symbol }) : undefined)}
      submitText={(amount) =>
        amount === null ? t(`action.${action}`) : t(`submit.${action}`, { amount, symbol })
      }
      isClosed={isClosed}
      isBusy={isBusy}
      onStart={onStart}
    >
      {(amount) =>
        action === 'stake' ? (
          <AllowanceNote
            chainId={chainId}
            contract="staking_contract"
            amount={amount}
            symbol={symbol}
            decimals={decimals}
          />
        ) : null
      }
    </AmountForm>
  );
}
