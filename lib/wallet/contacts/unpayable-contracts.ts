import { type Address, getAddress } from 'viem';
import { useCoinsQuietly, useContracts } from '@/lib/api/hooks';
import type { Coin, Contract } from '@/lib/api/types';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { listedAddress } from '@/lib/wallet/tokens/listed-address';

/**
 * Returns the contracts that cannot return what is sent to them: every listed token, the platform's own contracts, and
 * `others`. The networks do not matter: nobody has the key of a contract's address, so what is sent to that address on
 * another network is lost, too.
 */
export function unpayableContracts(
  coins: readonly Coin[],
  contracts: readonly Contract[],
  others: readonly Address[],
): Address[] {
  const tokens = coins.flatMap((coin) => coin.tokens.flatMap(({ address }) => address ?? []));
  return [
    ...tokens.map(listedAddress),
    ...[...contracts.map(({ address }) => address), ...others].map((address) => getAddress(address)),
  ];
}

/**
 * React hook that returns the contracts no form may take as a recipient: those listed now, tokens that were added on this
 * device, and `sent`, the contract of what is being sent.
 */
export function useUnpayableContracts(sent?: Address): Address[] {
  const { data: coins = [] } = useCoinsQuietly();
  const { data: contracts = [] } = useContracts();
  const custom = useCustomTokens((state) => state.entries);
  const others = custom.map(({ address }) => address);
  return unpayableContracts(coins, contracts, sent === undefined ? others : [...others, sent]);
}
