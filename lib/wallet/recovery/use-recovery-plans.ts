import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Abi, type Address, type Client, getAddress } from 'viem';
import { getBlock } from 'viem/actions';
import { useConfig } from 'wagmi';
import type { Contract } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { CONTRACT_POLL_MS, readAll } from '@/lib/evm/read-many';
import { type ChainRead, chainReads } from '@/lib/wallet/networks/chain-reads';
import {
  type RecoveryContract,
  type RecoveryPlan,
  readPlan,
  recoveryAbi,
  recoveryContracts,
} from './recovery-plan';

/** A listed contract in which an owner can name a recovery address. */
export type RecoveryPlace = { chainId: number; address: Address; name: RecoveryContract };

/** What an owner named in a contract, or null if nothing. */
export type PlannedRecovery = RecoveryPlace & { plan: RecoveryPlan | null };

export type RecoveryRead = {
  /** Time of the chain's latest block, in seconds since the epoch. */
  at: bigint;
  /** The contracts that have recovery addresses. Contracts that were deployed earlier don't. */
  planned: readonly PlannedRecovery[];
};

type ChainPlaces = { chainId: number; places: readonly RecoveryPlace[] };

/** Returns the contracts of each chain that may have recovery addresses. */
function placesOf(contracts: readonly Contract[]): ChainPlaces[] {
  return [...new Set(contracts.map(({ chainId }) => chainId))].flatMap((chainId) => {
    const places = recoveryContracts.flatMap((name): RecoveryPlace[] => {
      const found = contracts.find((contract) => contract.chainId === chainId && contract.name === name);
      return found ? [{ chainId, name, address: getAddress(found.address) }] : [];
    });
    return places.length > 0 ? [{ chainId, places }] : [];
  });
}

/** Reads what an owner named in some contracts of a chain. @throws if the RPC request fails. */
export async function readRecoveryPlans(
  client: Client,
  places: readonly RecoveryPlace[],
  owner: Address,
): Promise<RecoveryRead> {
  const calls = places.map(({ address }) => ({
    address,
    abi: recoveryAbi,
    functionName: 'recoveryOf',
    args: [owner],
  }));
  const card = places.find(({ name }) => name === 'card_contract');
  const grace = card
    ? [{ address: card.address, abi: cardAccountAbi as Abi, functionName: 'GRACE', args: [] }]
    : [];
  const [{ timestamp }, answers] = await Promise.all([
    getBlock(client),
    readAll(client, [...calls, ...grace]),
  ]);
  const graceS = answers[calls.length];
  const planned = places.flatMap((place, index): PlannedRecovery[] => {
    const plan = readPlan(answers[index]);
    if (plan === undefined) return [];
    if (place !== card || !plan?.readyAt) return [{ ...place, plan }];
    // Until then, the contract takes purchases that were approved before.
    return typeof graceS === 'number'
      ? [{ ...place, plan: { ...plan, readyAt: plan.readyAt + BigInt(graceS) } }]
      : [];
  });
  return { at: timestamp, planned };
}

/**
 * React hook that reads what an owner named in every contract. Each chain has its own query, so that a slow chain doesn't
 * delay the others. Readers on the same page share the queries.
 */
export function useRecoveryPlans(
  owner: Address | undefined,
  contracts: readonly Contract[],
  pollMs: number = CONTRACT_POLL_MS,
): (ChainPlaces & ChainRead<RecoveryRead>)[] {
  const config = useConfig();
  const chains = useMemo(() => placesOf(contracts), [contracts]);
  return useQueries({
    queries: chains.map(({ chainId, places }) => ({
      queryKey: ['recovery', chainId, owner ?? null, places.map(({ address }) => address).join()],
      queryFn: () => readRecoveryPlans(config.getClient({ chainId }), places, owner as Address),
      enabled: owner !== undefined,
      // The transport already retries failed requests.
      retry: false,
      refetchInterval: pollMs,
    })),
    combine: (results) => chainReads(chains, results),
  });
}

/**
 * Returns whether a delay is over, by the later of the chain's last known block and this device's clock. The contract decides:
 * a recovery that is too early fails in its simulation.
 */
export const isReady = (readyAt: bigint, at: bigint): boolean =>
  readyAt <= at || readyAt * 1_000n <= BigInt(Date.now());
