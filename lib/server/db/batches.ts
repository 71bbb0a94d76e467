import 'server-only';
import { outsideRequest } from '../log';

/** Time after which a failed batch took long, in ms. */
const LONG_MS = 1_000;

type BatchOptions<Item, Result> = {
  /** Runs a batch. Returns a result for each item, in the same order. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum number of items in a batch. */
  most: number;
  /** Maximum number of batches that run at the same time. */
  concurrent: number;
};
type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function that runs an item in a batch with others. A batch starts at once if few are running. Those
 * that arrive meanwhile share the next one, so batches grow with the load, and no item waits for a timer. If a batch
 * fails after a while, so do the items that wait, because each would otherwise wait for the database's timeout again.
 */
export function createBatches<Item, Result>({ run, most, concurrent }: BatchOptions<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function runWaiting(): Promise<void> {
    running += 1;
    // Items that one event adds, such as a notification for many devices, share the first batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      const startedAt = performance.now();
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        const isLong = performance.now() - startedAt >= LONG_MS;
        for (const { reject } of [...batch, ...(isLong ? waiting.splice(0) : [])]) reject(error);
      }
    }
    running -= 1;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // A batch belongs to no request, so its log lines carry no ID.
      if (running < concurrent) outsideRequest(() => void runWaiting());
    });
}
