import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { formatAmount } from '@/lib/amount';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useBalances } from '@/lib/chain/use-balances';

/** What the account holds in the vaults, as the chains tell it. */
export function VaultHoldings({ account }: { account: Address }) {
  const t = useTranslations('wallet.overview');
  const locale = useLocale();
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
  const { balances, isLoading, isError } = useBalances(account, coins, contracts);
  const held = balances.filter(({ inVault }) => inVault !== undefined && inVault > 0n);

  if (isError) return <p role="alert">{t('vaultFailed')}</p>;
  if (isLoading || balances.some(({ inVault }) => inVault === undefined)) {
    return <div aria-busy="true" className="busy-line" />;
  }
  if (held.length === 0) return <p className="measure text-muted">{t('vaultEmpty')}</p>;
  return (
    <ul className="grid">
      {held.map(({ coin, chainId, decimals, inVault }) => (
        <li
          key={`${chainId}-${coin.id}`}
          className="flex items-baseline justify-between gap-4 border-b border-line py-3"
        >
          <span>
            {coin.symbol}
            <span className="block text-xs text-muted">{chains.find(({ id }) => id === chainId)?.name}</span>
          </span>
          <span className="figures text-xl">{formatAmount(inVault ?? 0n, decimals, locale)}</span>
        </li>
      ))}
    </ul>
  );
}
