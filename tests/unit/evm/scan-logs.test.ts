import { scanLogs } from '@/lib/evm/scan-logs';

/** A node that has a log in every tenth block and refuses more than `most` blocks or `logs` logs at once. */
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
  'WAL-13 every log is found once from a node that takes %s blocks',
  async (most) => {
    const { ask, asked } = node(most);
    const { logs, reached } = await scanLogs(ask, { toBlock: 2_345n, maxRequests: 5_000, span: 1_000n });
    expect(reached).toBe(0n);
    expect([...logs].sort((a, b) => Number(a - b))).toEqual(every(2_345));
    expect(asked[0]?.[1]).toBe(2_345n);
  },
);

test('WAL-13 a range with too many logs is halved', async () => {
  const { ask } = node(1_000_000n, 3);
  const { logs } = await scanLogs(ask, { toBlock: 999n, maxRequests: 1_000 });
  expect(logs).toHaveLength(100);
});

test('WAL-13 looking back ends at the floor, at enough logs, and after so many answers', async () => {
  const { ask } = node(100n);
  expect((await scanLogs(ask, { toBlock: 999n, floor: 950n, span: 100n })).logs).toHaveLength(5);
  const few = await scanLogs(ask, { toBlock: 999n, enough: 15, span: 100n });
  expect(few).toMatchObject({ reached: 800n });
  expect(few.logs).toHaveLength(20);
  expect((await scanLogs(ask, { toBlock: 9_999n, maxRequests: 2, span: 100n })).reached).toBe(9_800n);
});

test('WAL-13 a node that refuses a single block is heard', async () => {
  await expect(scanLogs(node(0n).ask, { toBlock: 9n })).rejects.toThrow('too wide');
});
