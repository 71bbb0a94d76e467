import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { NodeNote, PausedNote } from '@/components/wallet/frame/node-banner';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import { balanceOptions } from '@/lib/wallet/tokens/token-choice';
import type { useTokenChoice } from './use-transfer';

/** Field for the amount and token in a vault dialog. All amounts are in base units. */
export function AmountFields({
  id,
  choice: { chains, chainId, choices, chosen, amount },
  place,
  available,
  hint,
  problem,
  isTouched,
  closed,
  onBlur,
  onChange,
}: {
  /** ID of the amount field. */
  id: string;
  choice: ReturnType<typeof useTokenChoice>;
  /** The balance to take the amount from. */
  place: 'inWallet' | 'inVault';
  available: bigint | undefined;
  hint: string;
  problem: string | undefined;
  isTouched: boolean;
  /** Reason that the amount field is disabled, or undefined if it is enabled. */
  closed?: string | undefined;
  onBlur: () => void;
  onChange: (next: { chainId?: number; coinId?: number; amount?: string }) => void;
}) {
  const t = useTranslations('wallet.transfer');
  const options = useMemo(
    () => balanceOptions(choices, (balance: Balance) => balance[place]),
    [choices, place],
  );
  return (
    <>
      <NodeNote
        chainId={chainId}
        network={chains.find(({ id: known }) => known === chainId)?.name ?? ''}
        isInDialog
      />
      {closed ? <PausedNote text={closed} /> : null}
      <AmountField
        id={id}
        label={t('amount')}
        amount={amount}
        onChange={(next) =>
          onChange({ ...(chosen && { chainId: chosen.chainId, coinId: chosen.coin.id }), amount: next })
        }
        onBlur={onBlur}
        source={{ available, isWallet: place === 'inWallet' }}
        token={chosen && { coinId: chosen.coin.id, symbol: chosen.coin.symbol, decimals: chosen.decimals }}
        chainId={chainId}
        picker={{
          label: t('token'),
          options,
          // An amount entered for one coin does not apply to another.
          onChoose: ({ chainId: nextChain, coin }) =>
            onChange({
              chainId: nextChain,
              coinId: coin.id,
              ...(coin.id === chosen?.coin.id ? {} : { amount: '' }),
            }),
        }}
        hint={hint}
        problem={problem}
        isTouched={isTouched}
        disabled={closed !== undefined}
      />
    </>
  );
}
