import type { Address } from 'viem';
import { mostCovered } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { PledgeRead } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { PledgeOffer, TokenFacts } from './offers';
import { riskOf } from './risk';
import { annualBps } from './yield';

/** Returns an offer for each open term of a pledge contract whose token is listed. */
export function pledgeOffers(
  chainId: number,
  { terms, funds, isPaused }: Pick<PledgeRead, 'terms' | 'funds' | 'isPaused'>,
  tokens: ReadonlyMap<Address, ListedToken>,
  { isStable }: Pick<TokenFacts, 'isStable'>,
): PledgeOffer[] {
  return terms.flatMap((term) => {
    const token = tokens.get(term.token);
    if (!term.isOpen || !token) return [];
    const { id, duration, rateBps, penaltyBps } = term;
    const reserve = funds.find((held) => held.token === term.token)?.freeReserve ?? 0n;
    return [
      {
        kind: 'pledge',
        key: `pledge ${chainId} ${id}`,
        chainId,
        token,
        isPaused,
        yieldBps: annualBps(rateBps, duration),
        lockS: BigInt(duration),
        risk: riskOf({
          exitCostBps: penaltyBps,
          isYieldReserved: true,
          isStable: isStable(token),
          sale: null,
        }),
        termId: id,
        rateBps,
        penaltyBps,
        capacity: mostCovered(reserve, term),
      },
    ];
  });
}
