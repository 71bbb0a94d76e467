/** @jest-environment node */
import { EventEmitter, once } from 'node:events';
import { keepRunning } from '@/server/process/keep-running';
import type { RunningSite } from '@/server/process/site';

type FakeSite = RunningSite & { die: (reason: string) => void; isStopped: boolean };

/** Returns a site without a process, which ends when the test says so. */
function fakeSite(): FakeSite {
  const end = new EventEmitter();
  const site: FakeSite = {
    url: 'http://127.0.0.1:3000',
    ended: once(end, 'end').then(([reason]) => String(reason)),
    die: (reason) => end.emit('end', reason),
    isStopped: false,
    stop: async () => {
      site.isStopped = true;
      site.die('code 0');
    },
  };
  return site;
}

let lines: string[];
beforeEach(() => {
  lines = [];
  for (const method of ['log', 'error'] as const)
    jest.spyOn(console, method).mockImplementation((...line: unknown[]) => {
      lines.push(line.join(' '));
    });
});
afterEach(() => jest.restoreAllMocks());

const { signal } = new AbortController();

test('OPS-1 the launcher restarts a site that dies, and gives up after too many quick deaths', async () => {
  const sites: FakeSite[] = [];
  const kept = await keepRunning({
    name: 'The site',
    start: async () => {
      const site = fakeSite();
      sites.push(site);
      // The first restart fails, and every later site dies at once.
      if (sites.length === 2) throw new Error('no database');
      if (sites.length > 2) site.die('code 1');
      return site;
    },
    signal,
    backOffMs: [0, 1, 1],
  });
  sites[0]?.die('signal SIGKILL');
  expect(await kept.ended).toMatch(/^code 1, 4 times in a row/);
  expect(sites).toHaveLength(4);
  expect(lines).toEqual([
    'The site ended unexpectedly (signal SIGKILL). Restart 1 of 3 in 0 s …',
    'no database',
    'The site ended unexpectedly (signal SIGKILL). Restart 2 of 3 in 0.001 s …',
    'The site is ready again.',
    'The site ended unexpectedly (code 1). Restart 3 of 3 in 0.001 s …',
    'The site is ready again.',
  ]);
});

test('OPS-1 deaths of a site that ran steadily are never too many', async () => {
  let starts = 0;
  const kept = await keepRunning({
    name: 'The site',
    start: async () => {
      starts += 1;
      const site = fakeSite();
      if (starts < 10) site.die('code 1');
      return site;
    },
    signal,
    steadyMs: 0,
    backOffMs: [0],
  });
  while (starts < 10) await new Promise(setImmediate);
  await kept.stop();
  expect(lines).toContain('The site ended unexpectedly (code 1). Restart 1 of 1 in 0 s …');
});

test('OPS-1 a stop ends the wait for a restart, and a stopped site is not restarted', async () => {
  const first = fakeSite();
  const start = jest.fn(async () => first);
  const waiting = await keepRunning({ name: 'The site', start, signal, backOffMs: [3_600_000] });
  first.die('code 1');
  await new Promise(setImmediate);
  await waiting.stop();
  expect(await waiting.ended).toBe('code 1');

  const second = fakeSite();
  const running = await keepRunning({ name: 'The site', start: async () => second, signal });
  await running.stop();
  expect([await running.ended, second.isStopped]).toEqual(['code 0', true]);
  expect(start).toHaveBeenCalledTimes(1);
});
