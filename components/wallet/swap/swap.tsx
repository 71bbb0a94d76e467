'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { type Address, getAddress } from 'viem';
import { ListsGate, PageLead, useSignedInAccount } from '@/components/wallet/frame/account-view';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { usePageParams } from '@/lib/browser/page-params';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import type { SwapContracts } from '@/lib/wallet/swap/market';
import { type SwapToken, tokensOn } from '@/lib/wallet/swap/token';
import { offeredOptions } from '@/lib/wallet/tokens/token-choice';
import { SwapForm } from './swap-form';
import { readSwapParams } from './swap-params';
import { SwapSkeleton } from './swap-skeleton';

function placesOf(chains: readonly ChainMapping[], contracts: readonly Contract[]): SwapContracts[] {
  return chains.flatMap(({ id }) => {
    const find = (wanted: string) =>
      contracts.find(({ chainId, name }) => chainId === id && name === wanted)?.address;
    const [router, multicall] = [find('router_contract'), find('multicall')];
    return router && multicall
      ? [{ chainId: id, router: getAddress(router), multicall: getAddress(multicall) }]
      : [];
  });
}

/** Swap form with the network and tokens selected in the URL, or the first listed ones. */
function SwapPanel({
  account,
  chains,
  coins,
  contracts,
}: {
  account: Address | undefined;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
}) {
  const t = useTranslations('wallet.swap');
  const choice = readSwapParams(usePageParams());
  const byChain = useMemo(() => new Map(chains.map(({ id }) => [id, tokensOn(coins, id)])), [chains, coins]);
  const places = useMemo(
    () => placesOf(chains, contracts).filter(({ chainId }) => (byChain.get(chainId)?.length ?? 0) > 1),
    [chains, contracts, byChain],
  );
  const { balances } = useBalances(account, coins, contracts);
  const options = useMemo(
    () =>
      offeredOptions(
        places.map(({ chainId }) => ({ chainId, tokens: byChain.get(chainId) ?? [] })),
        coins,
        balances,
      ),
    [places, byChain, coins, balances],
  );
  const place = places.find(({ chainId }) => chainId === choice.chainId) ?? places[0];
  const chain = chains.find(({ id }) => id === place?.chainId);
  const tokens = (place && byChain.get(place.chainId)) ?? [];
  const sold = tokens.find(({ coinId }) => coinId === choice.sell) ?? tokens[0];
  const isOther = (token: SwapToken) => token !== sold;
  const bought =
    tokens.find((token) => isOther(token) && token.coinId === choice.buy) ?? tokens.find(isOther);
  if (!place || !chain || !sold || !bought) return <p>{t('noRouter')}</p>;
  return (
    <SwapForm
      key={account ?? ''}
      account={account}
      place={place}
      chain={chain}
      options={options}
      coins={coins}
      contracts={contracts}
      tokens={tokens}
      sold={sold}
      bought={bought}
    />
  );
}

/** Swap page (WAL-5): swaps one listed token for another through the pools of each network's router. */
export function Swap() {
  const t = useTranslations('wallet.swap');
  const account = useSignedInAccount();
  return (
    <div className="grid gap-10">
      <PageLead lead={t('lead')} />
      <ListsGate hidesNetworks skeleton={<SwapSkeleton isSignedIn={account !== undefined} />}>
        {(lists) => <SwapPanel {...lists} account={account} />}
      </ListsGate>
    </div>
  );
}
