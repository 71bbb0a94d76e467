import { type Abi, AbiDecodingZeroDataError, BaseError, type Client } from 'viem';
import { getBalance } from 'viem/actions';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { Call } from '@/lib/evm/multicall-slice';
import { inSlices, readAll, readMany } from '@/lib/evm/read-many';
import {
  type Ask,
  amountOf,
  asked,
  type Held,
  PLEDGES_PAGE,
  pledgePage,
  untrustedAsks,
} from './holding-asks';
import type { HoldingSources } from './holding-sources';
import type { HeldPart } from './holdings';

const SLICE = 1_000;

type Result = { result?: unknown; error?: unknown };

export type HoldingsRead = {
  parts: HeldPart[];
  /** Whether a read failed, so that some holdings are missing. */
  isIncomplete: boolean;
};

/** Returns whether a call failed because the contract did not exist yet and therefore held nothing. */
const isAbsent = (error: unknown) =>
  error instanceof BaseError && error.walk((cause) => cause instanceof AbiDecodingZeroDataError) !== null;

/** Reads the pledges after the first page. */
async function furtherPledges(
  ask: (calls: readonly Call[]) => Promise<Result[]>,
  { pledges, account }: HoldingSources,
): Promise<{ asks: Ask[]; answers: Result[] }> {
  if (!pledges) return { asks: [], answers: [] };
  const count = { address: pledges, abi: pledgeAbi as Abi, functionName: 'positionCount', args: [account] };
  const [counted] = await ask([count]);
  const pages = Math.max(Math.ceil(Number(amountOf(counted?.result)) / Number(PLEDGES_PAGE)) - 1, 0);
  const asks = Array.from({ length: pages }, (_, page) =>
    pledgePage(pledges, account, BigInt(page + 1) * PLEDGES_PAGE),
  );
  return { asks, answers: await ask(asks.flatMap(({ calls }) => calls)) };
}

/**
 * Reads everything the account holds on a chain, in its wallet and the platform's contracts: now, or at a past block if
 * the node still has that block's state.
 * @throws if the native balance cannot be read, because the node failed or pruned the state.
 */
export async function readHoldings(
  client: Client,
  sources: HoldingSources,
  blockNumber?: bigint,
): Promise<HoldingsRead> {
  const { chainId, account, tokens } = sources;
  const at = blockNumber === undefined ? {} : { blockNumber };
  const ask = (calls: readonly Call[]): Promise<Result[]> => readMany(client, calls, at);
  const { asks, calls } = asked(sources);
  const untrusted = untrustedAsks(sources);
  const [native, first, further, unsafe] = await Promise.all([
    tokens.has(NATIVE_TOKEN) ? getBalance(client, { address: account, ...at }) : 0n,
    ask(calls),
    furtherPledges(ask, sources),
    readAll(
      client,
      untrusted.flatMap((one) => one.calls),
      at,
    ),
  ]);
  const answers = [...first, ...further.answers];
  let next = 0;
  const heldBy = ({ calls, read }: Ask): Held[] => {
    const own = answers.slice(next, next + calls.length);
    next += calls.length;
    if (own.some(({ error }) => error !== undefined && !isAbsent(error))) return [];
    return read(own.map(({ result }) => result)).filter(({ amount }) => amount > 0n);
  };
  const held = await inSlices([...asks, ...further.asks], SLICE, (slice) => slice.flatMap(heldBy));
  // A token that the user added may fail at any time. It then counts as not held, and the rest is complete.
  const added = untrusted.flatMap(({ read }, index) => read([unsafe[index]]));
  const sums = new Map<string, Held>();
  for (const part of [{ token: NATIVE_TOKEN, place: 'wallet' as const, amount: native }, ...held, ...added]) {
    const key = `${part.place} ${part.token}`;
    sums.set(key, { ...part, amount: part.amount + (sums.get(key)?.amount ?? 0n) });
  }
  return {
    parts: [...sums.values()].flatMap(({ token: address, place, amount }): HeldPart[] => {
      const token = tokens.get(address);
      return token && amount > 0n ? [{ chainId, token, place, amount }] : [];
    }),
    isIncomplete: answers.some(({ error }) => error !== undefined && !isAbsent(error)),
  };
}
