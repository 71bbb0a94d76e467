'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import { isCounted } from '@/lib/wallet/networks/is-testnet';
import { gatherHoldings, valueParts } from '@/lib/wallet/portfolio/holdings';
import { knownTotal } from '@/lib/wallet/portfolio/known-total';
import { noteHoldings } from '@/lib/wallet/portfolio/snapshots';
import { useAccountHoldings } from '@/lib/wallet/portfolio/use-account-holdings';
import { AllocationChart } from './allocation-chart';
import { CostedHoldings } from './costed-holdings';
import { CustomTokens } from './custom-tokens';
import { FoundTokens } from './found-tokens';
import { OtherAddresses } from './other-addresses';
import { PortfolioParts, PortfolioSkeleton } from './portfolio-skeleton';
import { PortfolioTotal } from './portfolio-total';
import { SamplePortfolio } from './sample-portfolio';
import { ValueHistory } from './value-history';

/** An account's portfolio. */
function PortfolioView(view: AccountViewProps) {
  const { account, chains, coins, contracts } = view;
  const t = useTranslations('wallet.portfolio');
  const format = useFormatter();
  const live = useDisplayPrices();
  const { read, chainIds, tokensOf, custom } = useAccountHoldings({ account, chains, coins, contracts });
  useEffect(() => {
    for (const { chainId, data } of read)
      if (data && !data.isIncomplete) noteHoldings(account, chainId, data.parts, Date.now());
  }, [read, account]);

  const held = useMemo(() => read.flatMap(({ data }) => data?.parts ?? []), [read]);
  // Deferred, because there can be thousands of rows. Prices are deferred together with their currency, so that the two
  // always match.
  const parts = useDeferredValue(held);
  const prices = useDeferredValue(live);
  const holdings = useMemo(() => gatherHoldings(parts), [parts]);
  const priceOf = useCallback((coinId: number) => prices.priceOf(coinId)?.price, [prices]);
  const counted = useMemo(() => parts.filter(({ chainId }) => isCounted(chains, chainId)), [parts, chains]);
  const countedIds = useMemo(() => chainIds.filter((id) => isCounted(chains, id)), [chainIds, chains]);
  const valued = useMemo(() => valueParts(counted, priceOf), [counted, priceOf]);
  const isBehind = parts.length === 0 && held.length > 0;
  const { total, isReading, failed } = knownTotal(read, valued, isBehind || prices.isWaiting);
  const nameOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId);

  return (
    <div className="grid gap-12">
      <div className="grid gap-4">
        <PortfolioTotal
          parts={valued}
          prices={prices}
          isReading={isReading}
          isPartial={failed.length > 0}
          hasTestnets={counted.length < parts.length}
        />
        {failed.length > 0 ? (
          <ReadFailure
            chainIds={failed.map(({ chainId }) => chainId)}
            shown={parts.length > 0 ? 'part' : 'nothing'}
            message={t('chainFailed', {
              networks: format.list(failed.map(({ chainId }) => nameOf(chainId))),
            })}
            retryLabel={t('retry')}
            onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          />
        ) : null}
      </div>
      {isReading && parts.length === 0 ? (
        <>
          <LoadingStatus text={t('history.reading')} />
          <Placeholder>
            <PortfolioParts />
          </Placeholder>
        </>
      ) : parts.length === 0 ? (
        // If a network could not be read, the account may still hold tokens there.
        failed.length === 0 && (
          <EmptyState action={<WalletLink href={routes.pay}>{t('receive')}</WalletLink>}>
            {t('empty')}
          </EmptyState>
        )
      ) : (
        <>
          <ValueHistory
            account={account}
            chainIds={countedIds}
            tokensOf={tokensOf}
            contracts={contracts}
            total={total}
            prices={prices}
            nameOf={nameOf}
          />
          <AllocationChart parts={valued} coins={coins} money={prices.money} nameOf={nameOf} />
          <CostedHoldings
            view={view}
            isWhole={!isReading && failed.length === 0}
            holdings={holdings}
            priceOf={priceOf}
            money={prices.money}
            nameOf={nameOf}
          />
        </>
      )}
      {/* Rendered after the holdings have loaded, because their height is unknown until then. */}
      {isReading && parts.length === 0 ? null : (
        <>
          <OtherAddresses
            account={account}
            own={{ read, parts: valued }}
            prices={prices}
            chains={chains}
            contracts={contracts}
            tokensOf={tokensOf}
          />
          <CustomTokens chains={chains} coins={coins} custom={custom} />
          {/* Last, because its height changes during the search. */}
          <FoundTokens account={account} chains={chains} coins={coins} tokensOf={tokensOf} />
        </>
      )}
    </div>
  );
}

/** Portfolio page (WAL-13): the account's holdings, their allocation, and the history of their value. */
export function Portfolio() {
  const t = useTranslations('wallet.portfolio');
  return (
    <AccountView
      hidesNetworks
      lead={t('lead')}
      leadStays={false}
      sample={<SamplePortfolio />}
      skeleton={<PortfolioSkeleton />}
    >
      {(view) => (
        <OwnAmounts>
          <PortfolioView {...view} />
        </OwnAmounts>
      )}
    </AccountView>
  );
}
