import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Address, erc20Abi, multicall3Abi, zeroAddress } from 'viem';
import { type Config, useConfig } from 'wagmi';
import { readContracts } from 'wagmi/actions';
import type { Coin, Contract } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';
import type { ClockRead } from '@/lib/wallet/networks/chain-clock';
import { type ContractLocation, contractLocations } from '@/lib/wallet/networks/use-contract-reads';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { type Pledge, type PledgeTerm, pledgeStatuses } from './pledge-arithmetic';

const PAGE = 100;

/** A token's amounts in a pledge contract and in the account's wallet, in base units. */
export type PledgeFunds = {
  token: Address;
  pledged: bigint;
  /** Interest reserved for existing pledges. */
  committed: bigint;
  /** Reserve available for new pledges. */
  freeReserve: bigint;
  inWallet: bigint;
};

/** Values of a pledge contract from one read. `pledges` is empty if no account is connected. */
export type PledgeRead = ClockRead & {
  terms: readonly PledgeTerm[];
  isPaused: boolean;
  /** One entry for each token that has a term. */
  funds: readonly PledgeFunds[];
  /** The account's pledges, oldest first, including closed ones. */
  pledges: readonly Pledge[];
  /** The account's total number of pledges. Exceeds `pledges.length` if some were added after the last read. */
  count: number;
};

const tokensOf = (terms: readonly PledgeTerm[]) => [...new Set(terms.map(({ token }) => token))];

/** Reads all values in one multicall, for the tokens and the number of pledges known so far. */
async function readKnown(
  config: Config,
  { chainId, address, multicall }: ContractLocation,
  owner: Address,
  { terms: knownTerms, count: knownCount }: Pick<PledgeRead, 'terms' | 'count'>,
): Promise<PledgeRead> {
  const contract = { chainId, address, abi: pledgeAbi } as const;
  const tokens = tokensOf(knownTerms);
  // The batch size is unlimited, so that the client sends the four reads as one call.
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
 * Reads a contract's terms and reserves, the account's pledges, and the chain time, all at one block. Uses one
 * multicall, or two if tokens or pledges were added since `previous`.
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
  /** Whether the last read failed. If it did, any data is from an earlier read. */
  isFailed: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * React hook that reads every chain's pledge contract, and the account's pledges if an account is connected. Each chain
 * has its own query, so a slow chain does not delay the others.
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
        // The transport already retries failed requests.
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
            // Without data, each retry resets isError, so the error count is checked too.
            isFailed: isError || (read === undefined && errorUpdateCount > 0),
            refetch,
          },
        ];
      }),
  });
}
