import type { Address } from 'viem';
import type { Coin } from '@/lib/api/types';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { listedAddress } from '@/lib/wallet/tokens/listed-address';
import type { ActivityToken } from './activity-row';

/** By address: what is listed on a chain, and what the device's owner added there. All else may be spam. */
export function activityTokens(
  chainId: number,
  coins: readonly Coin[],
  custom: readonly CustomToken[],
): ReadonlyMap<Address, ActivityToken> {
  const own = custom
    .filter((token) => token.chainId === chainId)
    .map(({ address, symbol, decimals }): ActivityToken => ({ address, symbol, decimals, coinId: null }));
  const listed = coins.flatMap(({ id, symbol, tokens }) =>
    tokens
      .filter((token) => token.chainId === chainId)
      .map(({ address, decimals }): ActivityToken => {
        return { address: listedAddress(address), symbol, decimals, coinId: id };
      }),
  );
  return new Map([...own, ...listed].map((token) => [token.address, token]));
}
