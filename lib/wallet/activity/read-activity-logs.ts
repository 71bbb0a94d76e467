import {
  type Client,
  encodeEventTopics,
  formatLog,
  getAbiItem,
  type Hex,
  type Log,
  numberToHex,
  pad,
  toEventSelector,
} from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { inSlices } from '@/lib/evm/read-many';
import type { BlockRange } from '@/lib/evm/scan-logs';
import {
  accountEvents,
  allEvents,
  approvalEvents,
  loggedBy,
  openedEvents,
  transferEvents,
} from './activity-events';
import type { ActivityScope } from './activity-scope';
import { openedIn } from './read-own-cards';

const LOG_SLICE = 1_000;

const accountTopics = accountEvents.map((event) => toEventSelector(event));
const topicOf = (name: (typeof allEvents)[number]['name']) =>
  toEventSelector(getAbiItem({ abi: allEvents, name }));

// These events name the account that receives a balance third.
const creditTopics = [topicOf('Transferred'), topicOf('BalanceRecovered'), topicOf('AccountRecovered')];
// These events name the account that receives stakes, pledges, or contributions second.
const takenTopics = [topicOf('StakeRecovered'), topicOf('PledgeRecovered'), topicOf('ContributionRecovered')];
// Both events name the account first, so that one request finds them.
const ownTokenTopics = [...transferEvents, ...approvalEvents].map((event) => toEventSelector(event));

/**
 * Reads an account's logs in a block range: known tokens sent or approved, known tokens received, events of the
 * platform's contracts, balances and stakes received there, and events of the account's cards, also of those opened in the range. The
 * transport batches the requests.
 * @throws if the RPC request fails.
 */
export async function readActivityLogs(
  client: Client,
  { account, tokens, contracts, cards }: Pick<ActivityScope, 'account' | 'tokens' | 'contracts' | 'cards'>,
  { fromBlock, toBlock }: BlockRange,
): Promise<Log<bigint, number, false>[]> {
  const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
  const erc20 = [...tokens.keys()].filter((address) => address !== NATIVE_TOKEN);
  const places = [...new Set(Object.values(loggedBy).flat())].flatMap((name) => contracts.get(name) ?? []);
  const named = (name: string) => contracts.get(name) ?? [];
  const cardContract = [named('card_contract')].flat();
  const ask = async (address: readonly Hex[], topics: (Hex | Hex[] | null)[]) => {
    if (address.length === 0) return [];
    const logs = await client.request({
      method: 'eth_getLogs',
      params: [{ ...range, address: [...address], topics }],
    });
    return inSlices(logs, LOG_SLICE, (slice) =>
      slice.map((log) => formatLog(log) as Log<bigint, number, false>),
    );
  };
  const answers = await Promise.all([
    ask(erc20, [ownTokenTopics, pad(account)]),
    ask(erc20, encodeEventTopics({ abi: transferEvents, eventName: 'Transfer', args: { to: account } })),
    ask(places, [accountTopics, pad(account)]),
    ask([...cardContract, named('vault_contract')].flat(), [creditTopics, null, null, pad(account)]),
    ask(['staking_contract', 'pledge_contract', 'presale_contract'].flatMap(named), [
      takenTopics,
      null,
      pad(account),
    ]),
    ask(cardContract, encodeEventTopics({ abi: openedEvents, args: { owner: account } })),
  ]);
  const numbers = [...cards, ...openedIn(answers.flat(), { account, contracts })].map((card) =>
    numberToHex(card, { size: 32 }),
  );
  const ofCards = await Promise.all(
    numbers.length === 0
      ? []
      : [
          ask(cardContract, [[topicOf('LimitsSet'), topicOf('StatusSet')], numbers]),
          ask(cardContract, [topicOf('HoldExpired'), null, numbers]),
        ],
  );
  // A self-transfer appears in both results, so duplicates are removed.
  const known = new Map(
    [...answers, ...ofCards].flat().map((log) => [`${log.blockHash} ${log.logIndex}`, log]),
  );
  return [...known.values()];
}
