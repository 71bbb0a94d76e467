import 'server-only';
import { ApiError } from '../http/api-error';

/**
 * Creates a queue that runs a limited number of tasks at once. The next task is one of the client that has the fewest
 * running, so that a client whose tasks take long doesn't delay the others for longer than one task.
 */
export function createFairQueue(concurrency: number, maxWaiting: number) {
  const waiting: { client: string; start: () => void }[] = [];
  const running: string[] = [];
  const runningOf = (client: string) => running.filter((other) => other === client).length;

  function startNext(): void {
    const fewest = Math.min(...waiting.map(({ client }) => runningOf(client)));
    const next = waiting.findIndex(({ client }) => runningOf(client) === fewest);
    if (running.length >= concurrency || next < 0) return;
    for (const { client, start } of waiting.splice(next, 1)) {
      running.push(client);
      start();
    }
  }

  /** Runs a client's task in its turn. @throws ApiError 503 if too many tasks are waiting. */
  return async <Result>(client: string, task: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= maxWaiting) throw new ApiError(503, 'busy');
    await new Promise<void>((resolve) => {
      waiting.push({ client, start: resolve });
      startNext();
    });
    try {
      return await task();
    } finally {
      running.splice(running.indexOf(client), 1);
      startNext();
    }
  };
}
