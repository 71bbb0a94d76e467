import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Address, erc20Abi, multicall3Abi, zeroAddress } from 'viem';
import { type Config, useConfig } from 'wagmi';
import { readContracts } from 'wagmi/actions';
import type { Coin, Contract } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import type { ClockRead } from '@/lib/wallet/networks/chain-clock';
import { type ContractLocation, contractLocations } from '@/lib/wallet/networks/use-contract-reads';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { CONTRACT_POLL_MS } from '@/lib/wallet-constants';
import { type Pledge, type PledgeTerm, pledgeStatuses } from './pledge-arithmetic';

/** Pledges per read. */
const PAGE = 100;

/** A token's amounts in a pledge contract and the account, in base units. */
export type PledgeFunds = {
  token: Address;
  pledged: bigint;
  /** Interest reserved for them. */
  committed: bigint;
  /** Reserve left for new pledges. */
  freeReserve: bigint;
  inWallet: bigint;
};

/** One read of a pledge contract. Without an account, it has no pledges. */
export type PledgeRead = ClockRead & {
  terms: readonly PledgeTerm[];
  isPaused: boolean;
  /** For each token with a term. */
  funds: readonly PledgeFunds[];
  /** The account's pledges, oldest first, including closed ones. */
  pledges: readonly Pledge[];
  /** Total number of pledges; larger than `pledges` if new ones appeared. */
  count: number;
};

const tokensOf = (terms: readonly PledgeTerm[]) => [...new Set(terms.map(({ token }) => token))];

/** Reads everything in one multicall, for the tokens and number of pledges known so far. */
async function readKnown(
  config: Config,
  { chainId, address, multicall }: ContractLocation,
  owner: Address,
  { terms: knownTerms, count: knownCount }: Pick<PledgeRead, 'terms' | 'count'>,
): Promise<PledgeRead> {
  const contract = { chainId, address, abi: pledgeAbi } as const;
  const tokens = tokensOf(knownTerms);
  // Without a batch size limit, so that the client sends the four reads as one call.
  const whole = { allowFailure: false, batchSize: 0 } as const;
  const [[at, terms, isPaused, count], pages, held, balances] = await Promise.all([
    readContracts(config, {
      ...whole,
      contracts: [
        { chainId, address: multicall, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
        { ...contract, functionName: 'terms' },
        { ...contract, functionName: 'paused' },
        { ...contract, functionName: 'positionCount', args: [owner] },
      ],
    }),
    readContracts(config, {
      ...whole,
      contracts: Array.from({ length: Math.floor(knownCount / PAGE) + 1 }, (_, page) => ({
        ...contract,
        functionName: 'positionsOf' as const,
        args: [owner, BigInt(page * PAGE), BigInt(PAGE)] as const,
      })),
    }),
    readContracts(config, {
      ...whole,
      contracts: tokens.flatMap((token) =>
        (['pledged', 'committed', 'freeReserve'] as const).map((functionName) => ({
          ...contract,
          functionName,
          args: [token] as const,
        })),
      ),
    }),
    readContracts(config, {
      ...whole,
      contracts: tokens.map((token) => ({
        chainId,
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf' as const,
        args: [owner] as const,
      })),
    }),
  ]);
  return {
    at,
    receivedAt: Date.now(),
    terms: terms.map(({ open, ...term }, id) => ({ ...term, id: BigInt(id), isOpen: open })),
    isPaused,
    funds: tokens.map((token, index) => {
      const [pledged = 0n, committed = 0n, freeReserve = 0n] = held.slice(index * 3, index * 3 + 3);
      return { token, pledged, committed, freeReserve, inWallet: balances[index] ?? 0n };
    }),
    pledges: pages.flat().map(({ owner: _owner, status, ...pledge }) => ({
      ...pledge,
      status: pledgeStatuses[status] ?? 'exitedEarly',
    })),
    count: Number(count),
  };
}

/**
 * Reads a contract's terms and reserves, the account's pledges, and the time, all at one block. Uses one multicall, or
 * two if tokens or pledges were added since `previous`.
 * @throws if the RPC request fails.
 */
export async function readPledges(
  config: Config,
  place: ContractLocation,
  account: Address | undefined,
  previous: PledgeRead | undefined,
): Promise<PledgeRead> {
  const owner = account ?? zeroAddress;
  const read = await readKnown(config, place, owner, previous ?? { terms: [], count: 0 });
  const isWhole = read.pledges.length === read.count && read.funds.length === tokensOf(read.terms).length;
  return isWhole ? read : readKnown(config, place, owner, read);
}

export type PledgeContract = {
  chainId: number;
  address: Address;
  /** Undefined until the first response. */
  read: PledgeRead | undefined;
  /** The listed tokens that can be pledged. */
  tokens: ReadonlyMap<Address, ListedToken>;
  /** Whether the last read failed; earlier data stays. */
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * React hook that reads every chain's pledge contract, and the account's pledges if there is an account. One multicall
 * per chain; each chain has its own query, so a slow chain delays no other.
 */
export function usePledgeContracts(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): PledgeContract[] {
  const config = useConfig();
  const places = useMemo(() => contractLocations(contracts, 'pledge_contract'), [contracts]);
  return useQueries({
    queries: places.map((place) => {
      const queryKey = ['pledges', place.chainId, place.address, account ?? null];
      return {
        queryKey,
        queryFn: ({ client }: { client: QueryClient }) =>
          readPledges(config, place, account, client.getQueryData<PledgeRead>(queryKey)),
        // The transport retries by itself.
        retry: false,
        refetchInterval: CONTRACT_POLL_MS,
      };
    }),
    combine: (results) =>
      places.flatMap(({ chainId, address }, index): PledgeContract[] => {
        const result = results[index];
        if (!result) return [];
        const { data: read, isError, errorUpdateCount, refetch } = result;
        const listed = (read?.funds ?? []).flatMap(({ token }) => {
          const found = listedToken(coins, chainId, token);
          return found ? [[token, found] as const] : [];
        });
        return [
          {
            chainId,
            address,
            read,
            tokens: new Map(listed),
            // Without data, isError resets to pending on each retry.
            isFailed: isError || (read === undefined && errorUpdateCount > 0),
            refetch,
          },
        ];
      }),
  });
}
