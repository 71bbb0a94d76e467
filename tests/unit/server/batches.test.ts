import { createBatches } from '@/lib/server/db/batches';

/** Batches of numbers that a test ends itself. */
function heldBatches(options: { most: number; concurrent: number }) {
  const running: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const add = createBatches({
    ...options,
    run: (items: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        running.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject });
      }),
  });
  return { add, running, batches: () => running.map(({ items }) => items) };
}

test('items that arrive while a batch runs share the next one, and each gets its own result', async () => {
  const { add, running, batches } = heldBatches({ most: 3, concurrent: 1 });
  const results = [1, 2, 3, 4, 5].map(add);
  expect(batches()).toEqual([[1]]);
  running[0]?.end();
  expect(await results[0]).toBe(10);
  expect(batches()).toEqual([[1], [2, 3, 4]]);
  running[1]?.end();
  expect(await Promise.all(results.slice(1, 4))).toEqual([20, 30, 40]);
  running[2]?.end();
  expect(await results[4]).toBe(50);
  void add(6);
  expect(batches()).toEqual([[1], [2, 3, 4], [5], [6]]);
});

test('several batches run at the same time, up to the limit', async () => {
  const { add, running, batches } = heldBatches({ most: 3, concurrent: 2 });
  const results = [1, 2, 3, 4].map(add);
  expect(batches()).toEqual([[1], [2]]);
  running[1]?.end();
  expect(await results[1]).toBe(20);
  expect(batches()).toEqual([[1], [2], [3, 4]]);
});

test('a batch that fails also fails the items that wait, and the next one runs', async () => {
  const { add, running, batches } = heldBatches({ most: 1, concurrent: 1 });
  const results = Promise.allSettled([1, 2, 3].map(add));
  running[0]?.fail(new Error('down'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const next = add(4);
  expect(batches()).toEqual([[1], [4]]);
  running[1]?.end();
  expect(await next).toBe(40);
});
