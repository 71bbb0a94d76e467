import type { LivePresale, PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { PresaleOffer, TokenFacts } from './offers';
import { riskOf } from './risk';
import { discountBps } from './yield';

/** Returns the offer of a presale that is open or upcoming, or null otherwise. */
export function presaleOffer(
  chainId: number,
  { read, stage, now }: LivePresale,
  terms: PresaleTerms,
  sale: ListedToken,
  payment: ListedToken,
  { priceOf }: Pick<TokenFacts, 'priceOf'>,
): PresaleOffer | null {
  if (stage !== 'open' && stage !== 'upcoming') return null;
  const { start, end, raised, isPaused } = read;
  const lastRelease = end + terms.vesting;
  return {
    kind: 'presale',
    key: `presale ${chainId}`,
    chainId,
    token: payment,
    isPaused,
    yieldBps: null,
    lockS: lastRelease > now ? lastRelease - now : 0n,
    // The risk depends on the sale token, which buyers receive, not on the payment token.
    risk: riskOf({
      exitCostBps: null,
      isYieldReserved: false,
      isStable: false,
      sale: { isRefundable: raised < terms.softCap },
    }),
    stage,
    sale,
    price: terms.price,
    walletCap: terms.walletCap,
    capacity: terms.hardCap - raised,
    discountBps: discountBps(terms, sale, payment, priceOf),
    start,
    end,
    firstRelease: end + terms.cliff,
    lastRelease,
  };
}
