import type { ChainMapping, Coin } from '@/lib/api/types';
import { tokensOn } from '@/lib/wallet/swap/token';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { PaymentRequest } from './payment-request';

/** A network on which a request can be paid, and with which of its tokens. */
export type PaymentOption = { chain: ChainMapping; tokens: readonly ListedToken[] };
export type OfferProblem = 'chainUnlisted' | 'tokenUnlisted';

/** The ways to pay a request with what the operator lists, or why there is none: a token that is not listed is not trusted. */
export function paymentOptions(
  { chainId, token }: Pick<PaymentRequest, 'chainId' | 'token'>,
  chains: readonly ChainMapping[],
  coins: readonly Coin[],
): { options: readonly PaymentOption[] } | { problem: OfferProblem } {
  const meant = chainId === null ? chains : chains.filter(({ id }) => id === chainId);
  if (meant.length === 0) return { problem: 'chainUnlisted' };
  const options = meant
    .map((chain) => ({
      chain,
      tokens: tokensOn(coins, chain.id).filter(({ address }) => token === null || address === token),
    }))
    .filter(({ tokens }) => tokens.length > 0);
  return options.length > 0 ? { options } : { problem: 'tokenUnlisted' };
}
