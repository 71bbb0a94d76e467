'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { useDisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import {
  type ContractViewProps,
  ListsGate,
  useLoggedInAccount,
} from '@/components/wallet/shell/account-view';
import { StartLead } from '@/components/wallet/shell/start-preview';
import { useWebsite } from '@/lib/api/hooks';
import type { Offer, OfferKind, TokenFacts } from '@/lib/wallet/earn/offers';
import { pledgeOffers } from '@/lib/wallet/earn/pledge-offers';
import { type Position, pledgePositions, presalePosition, stakePosition } from '@/lib/wallet/earn/positions';
import { presaleOffer } from '@/lib/wallet/earn/presale-offer';
import { stakeOffer } from '@/lib/wallet/earn/stake-offer';
import { useEarnContracts } from '@/lib/wallet/earn/use-earn-contracts';
import { Offers } from './offers';
import { Positions } from './positions';
import { RiskNotes } from './risk-notes';

type EarnContracts = ReturnType<typeof useEarnContracts>;

/**
 * Returns the positions and offers from every contract that has been read. Offers also require `facts`. `waiting` lists
 * the kind of each contract whose offers are still loading.
 */
function gather(
  { pools, livePools, pledges, clocks, presales, livePresales }: EarnContracts,
  facts: TokenFacts | null,
) {
  const offers: Offer[] = [];
  const positions: (Position | null)[] = [];
  const waiting: OfferKind[] = [];
  let isReading = false;
  const wait = (kind: OfferKind, isFailed: boolean) => {
    if (isFailed) return;
    isReading = true;
    waiting.push(kind);
  };
  for (const { chainId, data, isFailed } of pools) {
    const live = livePools.get(chainId);
    if (!live || !data) {
      wait('stake', isFailed);
      continue;
    }
    if (!data.staking || !data.reward) continue;
    positions.push(stakePosition(chainId, live, data.staking, data.reward));
    if (facts) offers.push(stakeOffer(chainId, live, data.staking, data.reward, facts));
    else waiting.push('stake');
  }
  for (const { chainId, read, tokens, isFailed } of pledges) {
    const clock = clocks.get(chainId);
    if (!clock || !read) {
      wait('pledge', isFailed);
      continue;
    }
    positions.push(...pledgePositions(chainId, read, tokens, clock.now));
    if (facts) offers.push(...pledgeOffers(chainId, read, tokens, facts));
    else waiting.push('pledge');
  }
  for (const { chainId, data, isFailed } of presales) {
    const live = livePresales.get(chainId);
    if (!live || !data) {
      wait('presale', isFailed);
      continue;
    }
    if (!data.sale || !data.payment) continue;
    positions.push(presalePosition(chainId, live, data.terms, data.sale, data.payment));
    const offer = facts && presaleOffer(chainId, live, data.terms, data.sale, data.payment, facts);
    if (offer) offers.push(offer);
    else if (!facts) waiting.push('presale');
  }
  return { offers, positions: positions.filter((position) => position !== null), waiting, isReading };
}

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
  const { offers, positions, waiting, isReading } = gather(read, facts);
  const networkOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
  const clockOf = { stake: read.livePools, pledge: read.clocks, presale: read.livePresales };
  const isPartial = read.failedChainIds.length > 0;
  return (
    <div className="grid gap-12">
      {isPartial ? (
        <RetryAlert
          message={t('failed', { networks: format.list(read.failedChainIds.map(networkOf)) })}
          retryLabel={t('retry')}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {account ? (
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
      <Offers offers={offers} waiting={waiting} isPartial={isPartial} coins={coins} networkOf={networkOf} />
      <RiskNotes operatorNotes={website.data?.earnNotes} />
    </div>
  );
}

/** Earn page (WAL-6, WAL-7, WAL-8): positions, earnings, and a comparison of all offers by risk, yield, and lock. */
export function Earn() {
  const t = useTranslations('wallet.earn');
  const account = useLoggedInAccount();
  return (
    <div className="grid gap-10">
      {account ? null : <StartLead lead={t('lead')} conditions={t('conditions')} />}
      <ListsGate>
        {(lists) => (
          <Fragment key={account ?? ''}>
            <EarnOverview {...lists} account={account} />
          </Fragment>
        )}
      </ListsGate>
    </div>
  );
}
