import { setImmediate } from 'node:timers/promises';
import { createClient, HttpRequestError, LimitExceededRpcError, TimeoutError, type Transport } from 'viem';
import { call, getBlockNumber, getGasPrice } from 'viem/actions';
import { isUnreachable, nodeTransport } from '@/lib/evm/node-transport';
import { scanLogs } from '@/lib/evm/scan-logs';
import { MoodyNode } from '../../support/faulty-nodes';

/**
 * Returns a node with a log in every tenth block. The node rejects requests for more than `most` blocks or `logs` logs.
 */
const node = (most: bigint, logs = 1_000) => {
  const asked: [bigint, bigint][] = [];
  const ask = async ({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) => {
    asked.push([fromBlock, toBlock]);
    if (toBlock - fromBlock + 1n > most) throw new Error('block range is too wide');
    const found = [];
    for (let block = fromBlock; block <= toBlock; block++) if (block % 10n === 0n) found.push(block);
    if (found.length > logs) throw new Error('query returned more than 10000 results');
    return found;
  };
  return { asked, ask };
};
const every = (last: number) => Array.from({ length: Math.floor(last / 10) + 1 }, (_, i) => BigInt(i * 10));

test.each([1n, 7n, 500n, 1_000_000n])(
  'WAL-13 finds every log once from an RPC endpoint limited to %s blocks',
  async (most) => {
    const { ask, asked } = node(most);
    const { logs, reached } = await scanLogs(ask, { toBlock: 2_345n, maxRequests: 5_000, span: 1_000n });
    expect(reached).toBe(0n);
    expect([...logs].sort((a, b) => Number(a - b))).toEqual(every(2_345));
    expect(asked[0]?.[1]).toBe(2_345n);
  },
);

test('WAL-13 halves a range with too many logs', async () => {
  const { ask } = node(1_000_000n, 3);
  const { logs } = await scanLogs(ask, { toBlock: 999n, maxRequests: 1_000 });
  expect(logs).toHaveLength(100);
});

test('WAL-13 scanning back stops at the floor, at enough logs, or at the request limit', async () => {
  const { ask } = node(100n);
  expect((await scanLogs(ask, { toBlock: 999n, floor: 950n, span: 100n })).logs).toHaveLength(5);
  const few = await scanLogs(ask, { toBlock: 999n, enough: 15, span: 100n });
  expect(few).toMatchObject({ reached: 800n });
  expect(few.logs).toHaveLength(20);
  expect((await scanLogs(ask, { toBlock: 9_999n, maxRequests: 2, span: 100n })).reached).toBe(9_800n);
});

test('WAL-13 throws the error of an RPC endpoint that rejects even a single block', async () => {
  await expect(scanLogs(node(0n).ask, { toBlock: 9n })).rejects.toThrow('too wide');
});

test('WAL-13 a node that limits ranges rejects few requests, also in the next scan', async () => {
  const { ask, asked } = node(500n);
  const options = { maxRequests: 12, floor: 0n };
  const first = await scanLogs(ask, { ...options, toBlock: 1_000_000n });
  expect(first.width).toBe(312n);
  asked.length = 0;
  const next = await scanLogs(ask, { ...options, toBlock: first.reached - 1n, span: first.width });
  expect(next.width).toBe(312n);
  expect(asked).toHaveLength(13);
});

test('WAL-13 a range that grew too wide for many logs grows again later', async () => {
  const dense = async ({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) => {
    if (fromBlock > 900_000n && toBlock - fromBlock > 100n) throw new Error('too many results');
    return [];
  };
  const { reached } = await scanLogs(dense, { toBlock: 901_000n, maxRequests: 60 });
  expect(reached).toBe(0n);
});

const url = 'https://node.invalid';
test.each([
  ['limits requests', new HttpRequestError({ url, status: 429 })],
  ['is unreachable', new HttpRequestError({ url })],
  ['times out', new TimeoutError({ url, body: {} })],
])('WAL-13 a node that %s is asked once, and earlier logs are kept if wanted', async (_, error) => {
  const ask = jest.fn().mockRejectedValue(error);
  await expect(scanLogs(ask, { toBlock: 99_999n, keepsPart: true })).rejects.toBe(error);
  expect(ask).toHaveBeenCalledTimes(1);
  ask.mockResolvedValueOnce(['log']);
  const part = await scanLogs(ask, { toBlock: 99_999n, keepsPart: true });
  expect(part).toEqual({ logs: ['log'], reached: 90_000n, width: 10_000n, isCut: true });
  ask.mockResolvedValueOnce(['log']);
  await expect(scanLogs(ask, { toBlock: 99_999n })).rejects.toBe(error);
});

test('WAL-13 a node that answered a narrower range is asked for less after a timeout', async () => {
  const slow = async ({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) => {
    if (toBlock - fromBlock >= 15_000n) throw new TimeoutError({ url, body: {} });
    return [];
  };
  expect(await scanLogs(slow, { toBlock: 99_999n })).toMatchObject({ reached: 0n });
});

test.each([
  new HttpRequestError({ url, status: 413 }),
  new LimitExceededRpcError(new Error('query returned more than 10000 results')),
])('WAL-13 halves the range after an error that can mean a response too large', async (error) => {
  const ask = jest.fn().mockResolvedValue([]).mockRejectedValueOnce(error);
  expect(await scanLogs(ask, { toBlock: 9n, span: 10n })).toMatchObject({ reached: 0n });
});

test('WAL-15 only the logs that count end a scan', async () => {
  const { ask } = node(100n);
  const options = { toBlock: 999n, span: 100n, enough: 3, counts: (block: bigint) => block % 100n === 0n };
  expect((await scanLogs(ask, options)).reached).toBe(700n);
});

/** @jest-environment node */

const CHAIN = 901;
/** A timeout in ms that is never reached during `until`, because each check advances the clock by only 1 ms. */
const TIMEOUT_MS = 3_600_000;
let nodes: MoodyNode[] = [];

/** Creates a client for `count` new nodes, the first `dead` of which are unreachable. */
async function clientOf(count: number, dead = 0) {
  nodes = Array.from({ length: count }, () => new MoodyNode());
  const urls = await Promise.all(nodes.map((node) => node.start()));
  await Promise.all(nodes.slice(0, dead).map((node) => node.stop()));
  const transport: Transport = nodeTransport(CHAIN, urls, TIMEOUT_MS);
  const client = createClient({ transport });
  return { client, height: () => getBlockNumber(client, { cacheTime: 0 }) };
}

const asked = (index: number) => nodes[index]?.requests.length;

/** Fakes timers, so that timeouts elapse only when the clock is advanced and a slow node never counts as hanging. */
function stopTime() {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
}

/** Waits until a condition holds, advancing the fake clock by 1 ms per check. */
async function until(isSo: () => boolean) {
  while (!isSo()) {
    await jest.advanceTimersByTimeAsync(1);
    await setImmediate();
  }
}

async function answered(answer: Promise<bigint>): Promise<bigint> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  answer.then(over, over);
  await until(() => isOver);
  return answer;
}

afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(nodes.map((node) => node.stop()));
  jest.restoreAllMocks();
});

test('WAL-10 uses the second RPC endpoint when the first is down', async () => {
  const { height } = await clientOf(2, 1);
  expect(await height()).toBe(7n);
  expect(isUnreachable(CHAIN)).toBe(false);
});

test.each(['tooMany', 'tooManyInBody', 'broken'] as const)(
  'WAL-10 when the first endpoint fails with %s, the second answers at once and is tried first from then on',
  async (mood) => {
    const { height } = await clientOf(2);
    const [first, second] = nodes;
    if (first) first.mood = mood;
    expect(await height()).toBe(7n);
    expect(await height()).toBe(7n);
    expect([asked(0), asked(1)]).toEqual([1, 2]);
    // The second endpoint stays in use until it fails.
    if (first) first.mood = 'answers';
    if (second) second.mood = mood;
    expect(await height()).toBe(7n);
    expect([asked(0), asked(1)]).toEqual([2, 3]);
  },
);

test('WAL-10 waits only once for an endpoint that hangs', async () => {
  const { height } = await clientOf(2);
  const [first] = nodes;
  if (first) first.mood = 'hangs';
  stopTime();
  const waiting = height();
  await until(() => asked(0) === 1);
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
  expect(await answered(waiting)).toBe(7n);
  for (let time = 0; time < 3; time += 1) expect(await answered(height())).toBe(7n);
  expect([asked(0), asked(1)]).toEqual([1, 4]);
});

test('WAL-10 a chain is unreachable when all its nodes have failed in every round, and reachable again with the first answer', async () => {
  const { height } = await clientOf(2);
  for (const node of nodes) node.mood = 'tooMany';
  await expect(height()).rejects.toThrow();
  expect([asked(0), asked(1)]).toEqual([3, 3]);
  expect(isUnreachable(CHAIN)).toBe(true);
  if (nodes[1]) nodes[1].mood = 'answers';
  expect(await height()).toBe(7n);
  expect(isUnreachable(CHAIN)).toBe(false);
});

test('WAL-10 reports a single endpoint that hangs as unreachable after its first timeout, until it answers', async () => {
  const { height } = await clientOf(1);
  const [node] = nodes;
  if (node) node.mood = 'hangs';
  stopTime();
  const later = height();
  await until(() => asked(0) === 1);
  expect(isUnreachable(CHAIN)).toBe(false);
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
  await until(() => isUnreachable(CHAIN));
  expect(asked(0)).toBe(1);
  if (node) node.mood = 'answers';
  expect(await answered(later)).toBe(7n);
  expect(isUnreachable(CHAIN)).toBe(false);
});

test('WAL-10 treats a revert as an answer and does not try another endpoint', async () => {
  const { client } = await clientOf(2);
  for (const node of nodes) node.mood = 'reverts';
  await expect(call(client, { data: '0x01' })).rejects.toThrow(/reverted/);
  expect([asked(0), asked(1)]).toEqual([1, 0]);
  expect(isUnreachable(CHAIN)).toBe(false);
});

test('WAL-10 batches simultaneous calls into one request', async () => {
  const { client, height } = await clientOf(2);
  expect(await Promise.all([height(), getGasPrice(client)])).toEqual([7n, 7n]);
  // The third call of the batch is the check of the chain ID, which later batches don't repeat.
  expect(await Promise.all([height(), getGasPrice(client)])).toEqual([7n, 7n]);
  expect(nodes[0]?.requests.map(({ calls }) => calls)).toEqual([3, 2]);
});

test('WAL-10 randomizes the delay before a retry', async () => {
  const waited = async (random: number) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    const { height } = await clientOf(1);
    if (nodes[0]) nodes[0].mood = 'tooMany';
    await expect(height()).rejects.toThrow();
    const [first, second] = nodes[0]?.requests ?? [];
    await nodes[0]?.stop();
    return (second?.at ?? 0) - (first?.at ?? 0);
  };
  // The delays are at least 0.5 and 1.5 times 150 ms, and a busy machine only makes them longer.
  expect(await waited(0)).toBeGreaterThanOrEqual(74);
  expect(await waited(1)).toBeGreaterThanOrEqual(224);
});
