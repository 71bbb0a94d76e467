import { useTranslations } from 'next-intl';
import { SelectField } from '@/components/ui/select-field';
import type { ChainMapping } from '@/lib/api/types';

/** Select for a network. Renders nothing if there is only one. */
export function NetworkSelect({
  chain,
  chainIds,
  chains,
  disabled = false,
  onChange,
}: {
  chain: ChainMapping;
  chainIds: readonly number[];
  chains: readonly ChainMapping[];
  disabled?: boolean;
  onChange: (chainId: number) => void;
}) {
  const t = useTranslations('wallet.transfer');
  const nameOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
  if (chainIds.length < 2) return null;
  return (
    <SelectField
      label={t('chain')}
      value={String(chain.id)}
      disabled={disabled}
      onChange={(value) => onChange(Number(value))}
      options={chainIds.map((chainId) => ({ value: String(chainId), label: nameOf(chainId) }))}
    />
  );
}
