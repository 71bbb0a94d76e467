import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useBalances } from '@/lib/chain/use-balances';
import { AmountText } from './amount-text';

/** Every listed token on every chain; what lies in the wallet and in the vault told apart. */
export function BalanceList({ account }: { account: Address }) {
  const t = useTranslations('wallet.account');
  const locale = useLocale();
  const id = useId();
  const chains = useChainMapping();
  const coins = useCoins();
  const contracts = useContracts();
  const { balances, isLoading, isError, refetch } = useBalances(
    account,
    coins.data ?? [],
    contracts.data ?? [],
  );

  if (isError || chains.error || coins.error || contracts.error) {
    return (
      <div role="alert" className="grid gap-3 border-s-2 border-error ps-3 text-sm">
        <p>{t('balancesFailed')}</p>
        <Button
          onClick={() => void Promise.all([refetch(), chains.mutate(), coins.mutate(), contracts.mutate()])}
        >
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4" aria-busy={isLoading}>
      {(chains.data ?? []).map((chain) => (
        <section key={chain.id} aria-labelledby={`${id}-${chain.id}`}>
          <table className="w-full text-sm">
            <caption id={`${id}-${chain.id}`} className="pb-1 text-start text-muted">
              {chain.name}
            </caption>
            <thead>
              <tr className="border-b border-line text-xs text-muted">
                <th scope="col" className="py-1 text-start font-normal">
                  {t('token')}
                </th>
                <th scope="col" className="py-1 text-end font-normal">
                  {t('inWallet')}
                </th>
                <th scope="col" className="py-1 text-end font-normal">
                  {t('inVault')}
                </th>
              </tr>
            </thead>
            <tbody>
              {balances
                .filter(({ chainId }) => chainId === chain.id)
                .map(({ coin, decimals, inWallet, inVault }) => (
                  <tr key={coin.id} className="border-b border-line">
                    <th scope="row" className="py-2 text-start font-normal">
                      {coin.symbol}
                    </th>
                    <td className="py-2 text-end">
                      <AmountText value={inWallet} decimals={decimals} locale={locale} />
                    </td>
                    <td className="py-2 text-end">
                      <AmountText value={inVault} decimals={decimals} locale={locale} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
