import type { Client } from 'viem';
import { getBlock } from 'viem/actions';

/** Blocks that are asked for at a time. */
const BATCH = 50;
/** More than twice what halving a chain of 2^40 blocks takes. */
const MOST_ROUNDS = 90;

type Known = { number: bigint; at: number };

/**
 * For each time (s since the epoch) the chain's last block that is no younger, or one at most `tolerance` seconds before
 * it; null for a time before its first block. All are looked for at once, by turns where an even pace would put them and
 * in the middle of what is left.
 * @throws where the chain does not answer.
 */
export async function blocksAt(
  client: Client,
  times: readonly number[],
  tolerance: number,
): Promise<(bigint | null)[]> {
  const read = async (blockNumber?: bigint): Promise<Known> => {
    const { number, timestamp } = await getBlock(client, blockNumber === undefined ? {} : { blockNumber });
    if (number === null) throw new RangeError('the latest block has no number');
    return { number, at: Number(timestamp) };
  };
  const [head, first] = await Promise.all([read(), read(0n)]);
  const known = new Map([first, head].map((block) => [block.number, block]));
  const around = (time: number) => {
    let [low, high] = [first, head];
    for (const block of known.values()) {
      if (block.at <= time && block.number > low.number) low = block;
      if (block.at > time && block.number < high.number) high = block;
    }
    return { low, high };
  };
  const isFound = (time: number, { low, high }: { low: Known; high: Known }) =>
    time < first.at || time >= head.at || high.number - low.number <= 1n || time - low.at <= tolerance;

  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const wanted = new Set<bigint>();
    for (const time of times) {
      const { low, high } = around(time);
      if (isFound(time, { low, high })) continue;
      const span = high.number - low.number;
      const share = round % 2 === 0 ? Math.floor(((time - low.at) / (high.at - low.at)) * 1_000) : 500;
      const guess = low.number + (span * BigInt(share)) / 1_000n;
      wanted.add(guess <= low.number ? low.number + 1n : guess >= high.number ? high.number - 1n : guess);
    }
    if (wanted.size === 0) break;
    const numbers = [...wanted];
    for (let start = 0; start < numbers.length; start += BATCH)
      for (const block of await Promise.all(numbers.slice(start, start + BATCH).map(read)))
        known.set(block.number, block);
  }
  return times.map((time) => {
    if (time < first.at) return null;
    return time >= head.at ? head.number : around(time).low.number;
  });
}
