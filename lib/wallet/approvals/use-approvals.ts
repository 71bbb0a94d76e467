import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type Abi,
  type Address,
  type Client,
  getAddress,
  isAddress,
  isAddressEqual,
  parseAbi,
  zeroAddress,
} from 'viem';
import { getBlock, getCode } from 'viem/actions';
import { useConfig } from 'wagmi';
import { isContractCode } from '@/lib/evm/address';
import type { Call } from '@/lib/evm/multicall-slice';
import { isUnanswered } from '@/lib/evm/node-transport';
import { CONTRACT_POLL_MS, readAll, readFixed } from '@/lib/evm/read-many';
import { hasFailed, useLogScan } from '@/lib/evm/use-log-scan';
import { cleanText } from '@/lib/wallet/nfts/nft';
import {
  type Approval,
  type ApprovalEvent,
  approvalId,
  atRisk,
  readApprovalEvents,
  type SpenderNature,
} from './approval-events';
import { permit2Abi } from './permit2';

const abi: Abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account) view returns (uint256)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
]);

const NAME_CHARACTERS = 40;

type LiveApprovals = {
  live: Approval[];
  /** Tokens that emitted an approval event but don't return a valid allowance. */
  unreadable: Address[];
};

const isOwn = (answer: unknown, account: Address) =>
  typeof answer === 'string' && isAddress(answer, { strict: false }) && isAddressEqual(answer, account);

/** Returns the calls that check an approval from an event. */
function readsOf(
  { kind, token: address, contract, spender, tokenId }: ApprovalEvent,
  account: Address,
): readonly Call[] {
  const balance: Call = { address, abi, functionName: 'balanceOf', args: [account] };
  if (kind === 'permit2')
    return [
      {
        address: contract,
        abi: permit2Abi,
        functionName: 'allowance',
        args: [account, address, spender],
      },
      balance,
      { address, abi, functionName: 'allowance', args: [account, contract] },
    ];
  if (kind === 'amount')
    return [{ address, abi, functionName: 'allowance', args: [account, spender] }, balance];
  if (kind === 'collection')
    return [{ address, abi, functionName: 'isApprovedForAll', args: [account, spender] }, balance];
  return [
    { address, abi, functionName: 'getApproved', args: [tokenId] },
    { address, abi, functionName: 'ownerOf', args: [tokenId] },
  ];
}

type Found = Pick<Approval, 'spender' | 'amount' | 'balance' | 'until'>;

/** Returns the allowance in Permit2, null if it is used up or has ended, or undefined if the results are invalid. */
function foundInPermit2(
  spender: Address,
  [first, second, third]: readonly unknown[],
  now: bigint,
): Found | null | undefined {
  const [amount, expiration]: readonly unknown[] = Array.isArray(first) ? first : [];
  if (typeof amount !== 'bigint' || typeof expiration !== 'number') return undefined;
  const until = BigInt(expiration);
  // Permit2 still accepts the second at which an allowance ends.
  if (amount === 0n || until < now) return null;
  const [held, reach] = [second, third].map((value) => (typeof value === 'bigint' ? value : null));
  const balance = held == null || reach == null ? (held ?? null) : atRisk({ amount: reach, balance: held });
  return { spender, amount, balance, until };
}

/**
 * Returns the active approval, null if there is none, or undefined if the results are invalid. `now` is the chain's time
 * in seconds since the epoch.
 */
function foundIn(
  { kind, spender }: ApprovalEvent,
  answers: readonly unknown[],
  { account, now }: { account: Address; now: bigint },
): Found | null | undefined {
  const [first, second] = answers;
  const balance = typeof second === 'bigint' ? second : null;
  switch (kind) {
    case 'permit2':
      return foundInPermit2(spender, answers, now);
    case 'amount':
      if (typeof first !== 'bigint') return undefined;
      return first > 0n ? { spender, amount: first, balance, until: null } : null;
    case 'collection':
      if (typeof first !== 'boolean') return undefined;
      return first ? { spender, amount: null, balance, until: null } : null;
    case 'single':
      // The token was burned or belongs to another account.
      if (!isOwn(second, account) || typeof first !== 'string' || !isAddress(first, { strict: false }))
        return null;
      return isAddressEqual(first, zeroAddress)
        ? null
        : { spender: getAddress(first), amount: null, balance: 1n, until: null };
  }
}

async function naturesOf(client: Client, spenders: readonly Address[]): Promise<Map<Address, SpenderNature>> {
  const natures = await Promise.all(
    spenders.map(async (address) => {
      try {
        return [
          address,
          isContractCode(await getCode(client, { address })) ? 'contract' : 'account',
        ] as const;
      } catch (error) {
        if (isUnanswered(error)) throw error;
        return [address, 'unknown'] as const;
      }
    }),
  );
  return new Map(natures);
}

const textOf = (answer: unknown) => (typeof answer === 'string' ? cleanText(answer, NAME_CHARACTERS) : '');

/** Reads the names, symbols, and decimals of tokens. */
async function aboutTokens(client: Client, tokens: readonly Address[]) {
  const answers = await readFixed(
    client,
    tokens.flatMap((address): Call[] => [
      { address, abi, functionName: 'name' },
      { address, abi, functionName: 'symbol' },
      { address, abi, functionName: 'decimals' },
    ]),
  );
  return new Map(
    tokens.map((token, index) => {
      const [name, symbol, decimals] = answers.slice(index * 3, index * 3 + 3);
      const isSound = typeof decimals === 'number' && decimals <= 36;
      return [
        token,
        { name: textOf(name), symbol: textOf(symbol), decimals: isSound ? decimals : 0 },
      ] as const;
    }),
  );
}

/**
 * Reads the token contracts to determine which approvals found in events are still active.
 * @throws if the RPC request fails.
 */
export async function readLive(
  client: Client,
  { chainId, account, events }: { chainId: number; account: Address; events: readonly ApprovalEvent[] },
): Promise<LiveApprovals> {
  // The list is sorted newest first, so the first entry per key is the latest.
  const byId = new Map<string, ApprovalEvent>();
  for (const event of events) if (!byId.has(approvalId(event))) byId.set(approvalId(event), event);
  const asked = [...byId].map(([id, event]) => ({ id, event, calls: readsOf(event, account) }));
  const hasEnds = asked.some(({ event }) => event.kind === 'permit2');
  const [answers, now] = await Promise.all([
    readAll(
      client,
      asked.flatMap(({ calls }) => calls),
    ),
    // A device's clock can be wrong, and the chain's decides.
    hasEnds ? getBlock(client).then(({ timestamp }) => timestamp) : 0n,
  ]);
  let next = 0;
  const found = asked.map(({ id, event, calls }) => {
    const own = answers.slice(next, next + calls.length);
    next += calls.length;
    return { id, event, live: foundIn(event, own, { account, now }) };
  });
  const live = found.flatMap(({ id, event, live }) =>
    live ? [{ ...event, ...live, id: `${chainId} ${id}`, chainId }] : [],
  );
  const [tokens, natures] = await Promise.all([
    aboutTokens(client, [...new Set(live.map(({ token }) => token))]),
    naturesOf(client, [...new Set(live.map(({ spender }) => spender))]),
  ]);
  return {
    live: live.map((approval) => ({
      ...approval,
      ...(tokens.get(approval.token) ?? { name: '', symbol: '', decimals: 0 }),
      nature: natures.get(approval.spender) ?? 'unknown',
    })),
    unreadable: [...new Set(found.flatMap(({ event, live }) => (live === undefined ? [event.token] : [])))],
  };
}

/**
 * React hook that returns an account's active approvals on one chain, from the logs searched so far. `permit2` is the
 * chain's Permit2.
 */
export function useApprovals(chainId: number, account: Address, permit2: Address) {
  const config = useConfig();
  const scan = useLogScan(
    'approvals',
    chainId,
    account,
    (client, owner, range) => readApprovalEvents(client, owner, range, permit2),
    { keepsPart: true },
  );
  // A scan of earlier blocks that finds no further approval reads nothing.
  const approvalCount = useMemo(() => new Set(scan.found.map(approvalId)).size, [scan.found]);
  const approvals = useQuery({
    queryKey: ['approvals in force', chainId, account, approvalCount, scan.found[0]?.transactionHash],
    enabled: scan.reached !== undefined,
    queryFn: () => readLive(config.getClient({ chainId }), { chainId, account, events: scan.found }),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: CONTRACT_POLL_MS,
  });
  const isFailed = scan.isFailed || hasFailed(approvals);
  return {
    data: approvals.data,
    scan,
    isFailed,
    isLoading: !isFailed && approvals.data === undefined,
    retry: () => void (scan.isFailed ? scan.lookFurther?.() : approvals.refetch()),
  };
}
