import { createFairQueue } from '@/lib/server/limits/fair-queue';

/** Starts a task of a client, and returns how to end it. `started` lists the clients in the order of their tasks. */
function taskRunner(concurrency: number, maxWaiting: number) {
  const inTurn = createFairQueue(concurrency, maxWaiting);
  const started: string[] = [];
  const start = (client: string) => {
    let finish: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const ended = inTurn(client, () => {
      started.push(client);
      return running;
    });
    const end = async () => {
      finish();
      await ended;
    };
    return { ended, end };
  };
  return { started, start };
}

test('WAL-15 the next task is of the client with the fewest running, then the oldest', async () => {
  const { started, start } = taskRunner(2, 10);
  const [first, second, third] = ['greedy', 'greedy', 'greedy', 'greedy'].map(start);
  const [one, two] = ['modest', 'modest'].map(start);
  await first?.end();
  expect(started).toEqual(['greedy', 'greedy', 'modest']);
  await one?.end();
  expect(started).toEqual(['greedy', 'greedy', 'modest', 'modest']);
  await two?.end();
  await second?.end();
  expect(started.slice(4)).toEqual(['greedy', 'greedy']);
  await third?.end();
});

test('WAL-15 a task that fails leaves its place to the next one', async () => {
  const inTurn = createFairQueue(1, 10);
  const failed = inTurn('a', async () => {
    throw new Error('no');
  });
  const next = inTurn('b', async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('WAL-15 refuses a task with 503 if too many are waiting', async () => {
  const { start } = taskRunner(1, 2);
  const tasks = ['a', 'b', 'c'].map(start);
  await expect(start('d').ended).rejects.toMatchObject({ code: 503 });
  for (const { end } of tasks) await end();
});
