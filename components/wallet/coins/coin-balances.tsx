import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { TextBar } from '@/components/wallet/display/skeleton';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { useHiddenNetworks } from '@/lib/wallet/networks/hidden-networks';

const noChains: readonly ChainMapping[] = [];
const noCoins: readonly Coin[] = [];
const noContracts: readonly Contract[] = [];

/**
 * The account's balance of a coin on each network, in its wallet and the vault together. Has the same height while it
 * loads.
 */
export function CoinBalances({ account, coin }: { account: Address; coin: Coin }) {
  const t = useTranslations('wallet.coins');
  const { data: chains = noChains } = useChainMapping();
  const hidden = useHiddenNetworks(chains);
  const tokens = coin.tokens.filter(({ chainId }) => !hidden.includes(chainId));
  const { data: coins = noCoins } = useCoins();
  const { data: contracts = noContracts } = useContracts();
  // All coins, because other pages have the same balances.
  const { balances, failedChainIds } = useBalances(account, coins, contracts);
  const { priceOf, isStale, money } = useDisplayPrices();
  const price = priceOf(coin.id);
  return (
    <section aria-labelledby="coin-balance" className="grid gap-2">
      <h3 id="coin-balance" className="text-xl">
        {t('balance')}
      </h3>
      {tokens.length > 0 ? (
        <dl className="border-t border-line">
          {tokens.map(({ chainId, decimals }) => {
            const held = balances.find(
              (balance) => balance.chainId === chainId && balance.coin.id === coin.id,
            );
            const { inWallet, inVault } = held ?? {};
            const amount = inWallet === undefined || inVault === undefined ? undefined : inWallet + inVault;
            return (
              <FigureRow
                key={chainId}
                label={chains.find(({ id }) => id === chainId)?.name ?? String(chainId)}
              >
                {amount === undefined && !failedChainIds.includes(chainId) ? (
                  <TextBar className="w-28" />
                ) : (
                  <>
                    <AmountText value={amount} decimals={decimals} /> {coin.symbol}
                    {amount !== undefined && price && !isStale(price) ? (
                      <span className="text-sm text-muted">
                        {' '}
                        ≈ <FiatValueText value={fiatValue(amount, decimals, price.price)} money={money} />
                      </span>
                    ) : null}
                  </>
                )}
              </FigureRow>
            );
          })}
        </dl>
      ) : null}
      {tokens.length < coin.tokens.length ? <HiddenNetworksNote /> : null}
    </section>
  );
}
