import { useTranslations } from 'next-intl';
import { SelectField } from '@/components/ui/select-field';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import { NodeNote, PausedNote } from '@/components/wallet/shell/node-banner';
import type { ChainMapping } from '@/lib/api/types';
import type { Balance } from '@/lib/wallet/balances/use-balances';

/** Fields for the chain, coin, and amount, with a slider for the `available` amount (in base units). */
export function AmountFields({
  id,
  chains,
  chainId,
  onChain,
  chosen,
  amount,
  available,
  hint,
  error,
  closed,
  busy,
  onBlur,
  onChange,
}: {
  /** ID of the amount field. */
  id: string;
  chains: readonly ChainMapping[];
  chainId: number | null;
  onChain: readonly Balance[];
  chosen: Balance | undefined;
  amount: string;
  available: bigint | undefined;
  hint: string;
  error: string | undefined;
  /** Reason that the amount field is disabled, or undefined if it is enabled. */
  closed?: string | undefined;
  busy: boolean;
  onBlur: () => void;
  onChange: (next: { chainId?: number; coinId?: number; amount?: string }) => void;
}) {
  const t = useTranslations('wallet.transfer');
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t('chain')}
          value={String(chainId ?? '')}
          disabled={busy}
          onChange={(next) => onChange({ chainId: Number(next) })}
          options={chains.map((chain) => ({ value: String(chain.id), label: chain.name }))}
        />
        <TokenSelect
          label={t('token')}
          value={String(chosen?.coin.id ?? '')}
          disabled={busy}
          onChange={(next) => onChange({ coinId: Number(next), amount: '' })}
          options={onChain.map(({ coin }) => ({ value: String(coin.id), label: coin.symbol }))}
        />
      </div>
      <NodeNote chainId={chainId} network={chains.find(({ id: known }) => known === chainId)?.name ?? ''} />
      {closed ? <PausedNote text={closed} /> : null}
      <AmountField
        id={id}
        label={t('amount')}
        sliderLabel={t('slider')}
        amount={amount}
        onChange={(next) => onChange({ amount: next })}
        onBlur={onBlur}
        available={available}
        decimals={chosen?.decimals ?? 0}
        symbol={chosen?.coin.symbol ?? ''}
        hint={hint}
        problem={error}
        disabled={busy || closed !== undefined}
      />
    </>
  );
}
