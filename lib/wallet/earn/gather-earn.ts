import type { Offer, OfferKind, TokenFacts } from './offers';
import { pledgeOffers } from './pledge-offers';
import { type Position, pledgePositions, presalePosition, stakePosition } from './positions';
import { presaleOffer } from './presale-offer';
import { stakeOffer } from './stake-offer';
import type { useEarnContracts } from './use-earn-contracts';

/**
 * Returns the positions and offers from every contract that has been read. Offers also require `facts`. `waiting` lists
 * the kind of each contract whose offers are still loading.
 */
export function gatherEarn(
  { pools, livePools, pledges, clocks, presales, livePresales }: ReturnType<typeof useEarnContracts>,
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
  for (const { chainId, data, isFailed } of pledges) {
    const clock = clocks.get(chainId);
    if (!clock || !data) {
      wait('pledge', isFailed);
      continue;
    }
    positions.push(...pledgePositions(chainId, data.read, data.tokens, clock.now));
    if (facts) offers.push(...pledgeOffers(chainId, data.read, data.tokens, facts));
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
