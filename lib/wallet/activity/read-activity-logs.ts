import {
  type Client,
  encodeEventTopics,
  formatLog,
  type Hex,
  type Log,
  numberToHex,
  pad,
  toEventSelector,
} from 'viem';
import { inSlices } from '@/lib/evm/in-slices';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import type { BlockRange } from '@/lib/evm/scan-logs';
import { accountEvents, loggedBy, transferEvents } from './activity-events';
import type { ActivityPlace } from './activity-place';

/** Logs that are read out of an answer at a time. */
const SLICE = 1_000;

const accountTopics = accountEvents.map((event) => toEventSelector(event));

/**
 * What a range of blocks logged of an account: listed tokens from it and to it, and what the platform's contracts say of
 * it. Three questions, which the transport sends as one.
 * @throws what the node says.
 */
export async function readActivityLogs(
  client: Client,
  { account, tokens, contracts }: Pick<ActivityPlace, 'account' | 'tokens' | 'contracts'>,
  { fromBlock, toBlock }: BlockRange,
): Promise<Log<bigint, number, false>[]> {
  const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
  const erc20 = [...tokens.keys()].filter((address) => address !== NATIVE_TOKEN);
  const places = [...new Set(Object.values(loggedBy))].flatMap((name) => contracts.get(name) ?? []);
  const ask = async (address: readonly Hex[], topics: (Hex | Hex[] | null)[]) => {
    if (address.length === 0) return [];
    const logs = await client.request({
      method: 'eth_getLogs',
      params: [{ ...range, address: [...address], topics }],
    });
    return inSlices(logs, SLICE, (slice) => slice.map((log) => formatLog(log) as Log<bigint, number, false>));
  };
  const topicsOf = (args: { from: Hex } | { to: Hex }) =>
    encodeEventTopics({ abi: transferEvents, eventName: 'Transfer', args });
  const answers = await Promise.all([
    ask(erc20, topicsOf({ from: account })),
    ask(erc20, topicsOf({ to: account })),
    ask(places, [accountTopics, pad(account)]),
  ]);
  // What an account sent itself is in both answers.
  const known = new Map(answers.flat().map((log) => [`${log.blockHash} ${log.logIndex}`, log]));
  return [...known.values()];
}
