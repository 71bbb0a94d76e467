'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import {
  type ContractViewProps,
  ListsGate,
  useSignedInAccount,
} from '@/components/wallet/frame/account-view';
import { StartLead } from '@/components/wallet/frame/start-preview';
import { useWebsite } from '@/lib/api/hooks';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { gatherEarn } from '@/lib/wallet/earn/gather-earn';
import { useEarnContracts } from '@/lib/wallet/earn/use-earn-contracts';
import { EarnSkeleton } from './earn-skeleton';
import { Offers } from './offers';
import { Positions } from './positions';
import { RiskNotes } from './risk-notes';

/** The account's positions (if the user is signed in), followed by all offers and notes on their risks. */
export function EarnOverview({ account, chains, coins, contracts }: ContractViewProps) {
  const t = useTranslations('wallet.earn');
  const format = useFormatter();
  const read = useEarnContracts(account, coins, contracts);
  const prices = useDisplayPrices();
  const website = useWebsite();
  const stablecoins = website.data?.stablecoins ?? [];
  // If the list of stablecoins fails to load, every token counts as volatile.
  const facts =
    website.data || website.error
      ? {
          priceOf: (coinId: number) => prices.priceOf(coinId)?.price,
          isStable: ({ symbol }: { symbol: string }) => stablecoins.includes(symbol),
        }
      : null;
  const { offers, positions, waiting, isReading } = gatherEarn(read, facts);
  const networkOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
  const clockOf = { stake: read.livePools, pledge: read.clocks, presale: read.livePresales };
  const isPartial = read.failedChainIds.length > 0;
  // Nothing could be read, which is reported once instead of in each section.
  const isAbsent = isPartial && !isReading && waiting.length === 0 && offers.length + positions.length === 0;
  return (
    <div className="grid gap-12">
      {isPartial ? (
        <div className="grid gap-4">
          {isAbsent ? <h2 className="text-xl">{t('offers.title')}</h2> : null}
          <ReadFailure
            chainIds={read.failedChainIds}
            shown={isAbsent ? 'nothing' : 'part'}
            message={t('failed', { networks: format.list(read.failedChainIds.map(networkOf)) })}
            retryLabel={t('retry')}
            onRetry={() => void read.refetch()}
          />
        </div>
      ) : null}
      {account && !isAbsent ? (
        <Positions
          positions={positions}
          isReading={isReading}
          isPartial={isPartial}
          coins={coins}
          prices={prices}
          networkOf={networkOf}
          nowOf={({ kind, chainId }) => clockOf[kind].get(chainId)?.now}
        />
      ) : null}
      {isAbsent ? null : (
        <Offers offers={offers} waiting={waiting} isPartial={isPartial} coins={coins} networkOf={networkOf} />
      )}
      <RiskNotes operatorNotes={website.data?.earnNotes} />
    </div>
  );
}

/** Earn page (WAL-6, WAL-7, WAL-8): positions, earnings, and a comparison of all offers by risk, yield, and lock. */
export function Earn() {
  const t = useTranslations('wallet.earn');
  const account = useSignedInAccount();
  return (
    <div className="grid gap-10">
      {account ? null : <StartLead lead={t('lead')} conditions={t('conditions')} />}
      <ListsGate hidesNetworks skeleton={<EarnSkeleton isSignedIn={account !== undefined} />}>
        {(lists) => (
          <Fragment key={account ?? ''}>
            <EarnOverview {...lists} account={account} />
          </Fragment>
        )}
      </ListsGate>
    </div>
  );
}
