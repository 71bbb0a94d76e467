import 'server-only';
import { ApiError } from '../http/api-error';
import { outsideRequest } from '../log';

/** Time in ms after which an item that waits fails with a batch that fails, and after which its caller has given up. */
const PATIENCE_MS = { ofFailure: 1_000, ofCaller: 20_000 } as const;

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
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function that runs an item in a batch with others. A batch starts at once if few are running. Those
 * that arrive meanwhile share the next one, so batches grow with the load, and no item waits for a timer. If a batch
 * fails, so do the items that have waited for a while, because each would otherwise wait for the database's timeout again. Rejects
 * with an ApiError 503 if an item has waited for longer than its caller does.
 */
export function createBatches<Item, Result>({ run, most, concurrent }: BatchOptions<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  /** Takes the items that have waited for at least `ms`. They come first. */
  function takeWaitingFor(ms: number): Waiting<Item, Result>[] {
    const latest = performance.now() - ms;
    const count = waiting.findIndex(({ since }) => since > latest);
    return waiting.splice(0, count < 0 ? waiting.length : count);
  }

  async function runWaiting(): Promise<void> {
    running += 1;
    // Items that one event adds, such as a notification for many devices, share the first batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      for (const { reject } of takeWaitingFor(PATIENCE_MS.ofCaller)) reject(new ApiError(503, 'unavailable'));
      const batch = waiting.splice(0, most);
      if (batch.length === 0) break;
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of [...batch, ...takeWaitingFor(PATIENCE_MS.ofFailure)]) reject(error);
      }
    }
    running -= 1;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
      // A batch belongs to no request, so its log lines carry no ID.
      if (running < concurrent) outsideRequest(() => void runWaiting());
    });
}
