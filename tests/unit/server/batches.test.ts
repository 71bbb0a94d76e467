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

/** Lets the first batch start. */
const start = async () => {
  await null;
};

test('items of one turn share the first batch, and those that arrive while it runs the next ones', async () => {
  const { add, running, batches } = heldBatches({ most: 3, concurrent: 1 });
  const first = [1, 2].map(add);
  await start();
  const later = [3, 4, 5, 6].map(add);
  expect(batches()).toEqual([[1, 2]]);
  running[0]?.end();
  expect(await Promise.all(first)).toEqual([10, 20]);
  expect(batches()).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  running[1]?.end();
  expect(await Promise.all(later.slice(0, 3))).toEqual([30, 40, 50]);
  running[2]?.end();
  expect(await later[3]).toBe(60);
  void add(7);
  await start();
  expect(batches()).toEqual([[1, 2], [3, 4, 5], [6], [7]]);
});

test('several batches run at the same time, up to the limit', async () => {
  const { add, running, batches } = heldBatches({ most: 3, concurrent: 2 });
  void add(1);
  await start();
  const second = add(2);
  await start();
  void [3, 4].map(add);
  await start();
  expect(batches()).toEqual([[1], [2]]);
  running[1]?.end();
  expect(await second).toBe(20);
  expect(batches()).toEqual([[1], [2], [3, 4]]);
});

test('a batch that fails at once fails alone', async () => {
  const { add, running } = heldBatches({ most: 1, concurrent: 1 });
  const results = [1, 2].map(add);
  await start();
  running[0]?.fail(new Error('down'));
  await expect(results[0]).rejects.toThrow('down');
  running[1]?.end();
  expect(await results[1]).toBe(20);
});

test('a batch that fails also fails the items that have waited for a while, and the next one runs', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { add, running, batches } = heldBatches({ most: 1, concurrent: 1 });
  const results = Promise.allSettled([1, 2, 3].map(add));
  await start();
  now.mockReturnValue(1_000);
  const next = add(4);
  running[0]?.fail(new Error('down'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(batches()).toEqual([[1], [4]]);
  running[1]?.end();
  expect(await next).toBe(40);
});

test('an item that has waited for longer than its caller does is rejected without a batch', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { add, running, batches } = heldBatches({ most: 1, concurrent: 1 });
  const first = add(1);
  const second = add(2);
  await start();
  now.mockReturnValue(20_000);
  running[0]?.end();
  expect(await first).toBe(10);
  await expect(second).rejects.toMatchObject({ code: 503 });
  expect(batches()).toEqual([[1]]);
});
