/** @jest-environment node */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { pseudonymOf, turnCredentials } from '@/lib/server/messages/ice-servers';
import { childEnv } from '@/lib/settings/process-env';
import { findTurnServer, startTurnServer } from '../../support/turn-server';
import { until } from '../../support/until';

const SECRET = 'c0ffee5ecret-c0ffee5ecret-c0ffee5ecret';
const [alice, bob] = [`0x${'aB'.repeat(20)}`, `0x${'cd'.repeat(20)}`] as const;
/** `user-quota` of config/turnserver.conf. */
const QUOTA = 12;
/** Connections that coturn's test client opens in addition, to look at the server. */
const PROBES = 2;

test('CALL-5 an account has one name a day, which does not identify it or link its days', () => {
  const name = pseudonymOf(SECRET, alice, '2026-11-27');
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(pseudonymOf(SECRET, `0x${'ab'.repeat(20)}`, '2026-11-27')).toBe(name);
  const others = [
    pseudonymOf(SECRET, alice, '2026-11-28'),
    pseudonymOf(SECRET, bob, '2026-11-27'),
    pseudonymOf(`${SECRET}2`, alice, '2026-11-27'),
  ];
  expect(new Set([name, ...others]).size).toBe(4);
});

// npm can't install coturn, but .ci/run does.
if (findTurnServer() || childEnv({}).CI)
  test('CALL-5 coturn counts the connections of all credentials of an account together', async () => {
    const turn = await startTurnServer(SECRET);
    const port = new URL(turn.url.replace('turn:', 'http://')).port;
    let seconds = Math.floor(Date.now() / 1_000) + 3_600;
    /** Arguments of coturn's test client, which opens a number of connections with a new credential of an account. */
    const clientOf = (account: typeof alice, connections: number, messages: number) => {
      seconds += 1;
      const { username, credential } = turnCredentials(SECRET, seconds, pseudonymOf(SECRET, account));
      const counts = ['-m', String(connections), '-n', String(messages)];
      return ['-c', '-y', '-p', port, '-u', username, '-w', credential, ...counts, '127.0.0.1'];
    };
    const opened = async () =>
      (await turn.log()).match(/incoming packet ALLOCATE processed, success/g)?.length ?? 0;
    const first = spawn('turnutils_uclient', clientOf(alice, QUOTA - PROBES, 1_000_000), { stdio: 'ignore' });
    const ended = once(first, 'close');
    try {
      await until(async () => (await opened()) === QUOTA, 'the connections of the first credential', 30_000);
      const connect = (account: typeof alice) =>
        spawnSync('turnutils_uclient', clientOf(account, 1, 1), { encoding: 'utf8', timeout: 30_000 });
      expect(connect(alice).stdout).toContain('error 486 (Allocation Quota Reached)');
      expect(await opened()).toBe(QUOTA);
      connect(bob);
      expect(await opened()).toBe(QUOTA + 1 + PROBES);
    } finally {
      first.kill('SIGKILL');
      await ended;
      await turn.stop();
    }
  });
