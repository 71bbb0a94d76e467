import { type Address, erc20Abi, multicall3Abi, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { readContracts } from 'wagmi/actions';
import type { Coin, Contract } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { type ChainClock, type ClockRead, followClock, useLive } from '@/lib/wallet/networks/chain-clock';
import {
  type ContractLocation,
  type ContractRead,
  useContractReads,
} from '@/lib/wallet/networks/use-contract-reads';
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

export type PledgeContract = ContractRead<{
  read: PledgeRead;
  /** The listed tokens that can be pledged. */
  tokens: ReadonlyMap<Address, ListedToken>;
}>;

/** React hook that reads every chain's pledge contract, and the account's pledges if an account is connected. */
export function usePledgeContracts(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): PledgeContract[] {
  const reads = useContractReads<PledgeRead>('pledge_contract', contracts, account, (reading) =>
    readPledges(reading.config, reading.place, account, reading.previous),
  );
  return reads.map(({ data: read, ...contract }) => {
    const listed = (read?.funds ?? []).flatMap(({ token }) => {
      const found = listedToken(coins, contract.chainId, token);
      return found ? [[token, found] as const] : [];
    });
    return { ...contract, data: read && { read, tokens: new Map(listed) } };
  });
}

/** React hook that returns the estimated time of every chain whose pledge contract was read, updated every second. */
export const usePledgeClocks = (contracts: readonly PledgeContract[]): ReadonlyMap<number, ChainClock> =>
  useLive<NonNullable<PledgeContract['data']>, ChainClock>(contracts, (previous, { read }, localMs) =>
    followClock(previous, read, localMs),
  );
