import { useTranslations } from 'next-intl';
import { SelectField } from '@/components/ui/select-field';
import { NodeNote } from '@/components/wallet/shell/node-banner';
import type { ChainMapping } from '@/lib/api/types';

/** Select for a network, with a warning if its RPC endpoint is unreachable. */
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
  return (
    <>
      {chainIds.length > 1 ? (
        <SelectField
          label={t('chain')}
          value={String(chain.id)}
          disabled={disabled}
          onChange={(value) => onChange(Number(value))}
          options={chainIds.map((chainId) => ({ value: String(chainId), label: nameOf(chainId) }))}
        />
      ) : null}
      <NodeNote chainId={chain.id} network={chain.name} />
    </>
  );
}
