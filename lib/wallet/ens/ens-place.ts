import type { Contract } from '@/lib/api/types';
import { type ContractPlace, contractPlaces } from '@/lib/wallet/networks/contract-places';

const ETHEREUM = 1;

/** The ENS universal resolver that names are read from: Ethereum's where it is listed, or the first that is. */
export function ensPlace(contracts: readonly Contract[]): ContractPlace | null {
  const places = contractPlaces(contracts, 'ens_universal_resolver');
  return places.find(({ chainId }) => chainId === ETHEREUM) ?? places[0] ?? null;
}
