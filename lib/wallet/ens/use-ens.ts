import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { useContracts } from '@/lib/api/hooks';
import type { ContractPlace } from '@/lib/wallet/networks/contract-places';
import { ensPlace } from './ens-place';

/** Names hardly change; the address that a name led to is what is used, however it changes later. */
const STALE_MS = 60_000;

const lookUp = () => import('./look-up');

/** Where names are read from; null where no chain has ENS. */
export function useEnsPlace() {
  const { data: contracts = [] } = useContracts();
  return ensPlace(contracts);
}

/** What a typed name stands for. */
export function useNamedAddress({ chainId, address: resolver }: ContractPlace, name: string) {
  const config = useConfig();
  return useQuery({
    queryKey: ['ens', 'address', chainId, resolver, name],
    queryFn: async () => (await lookUp()).readNamedAddress(config.getClient({ chainId }), resolver, name),
    staleTime: STALE_MS,
    retry: false,
  });
}

/** The name that an address goes by, to be shown beside it and never in its place; null where it has none. */
export function usePrimaryName({ chainId, address: resolver }: ContractPlace, address: Address) {
  const config = useConfig();
  return useQuery({
    queryKey: ['ens', 'name', chainId, resolver, address],
    queryFn: async () => (await lookUp()).readPrimaryName(config.getClient({ chainId }), resolver, address),
    staleTime: STALE_MS,
    retry: false,
  });
}
