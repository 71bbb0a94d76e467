import type { Logger } from 'pino';
import type { Hex } from 'viem';
import type { LogEntry } from '@/lib/messages/protocol/binding-log';
import { createLogger } from '@/lib/server/log';
import { METRICS_TOKEN, scrape } from '../../support/api-call';
import {
  accept,
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';

/** Where the server keeps its logger. */
const logs = globalThis as typeof globalThis & { [key: symbol]: Logger };
const LOGGER = Symbol.for('tidewell.log');
const log: string[] = [];

const { user, pair, getBackend } = messengerSuite({ LOG_LEVEL: 'trace', METRICS_TOKEN });
beforeAll(() => {
  logs[LOGGER] = createLogger({ write: (line) => log.push(line) });
});
/** Records the paths of a person's calls. */
function watchCalls({ network }: User): string[] {
  const paths: string[] = [];
  network.losesAnswer = (path) => {
    paths.push(path);
    return false;
  };
  return paths;
}

test('HUB-3 what is said is in no table, log line, or metric of the server, and in no call to it', async () => {
  const { alice, bob, ofAlice } = await pair();
  const room = await alice.messenger.createRoom('the seventh lagoon', [bob.account.address]);
  const hash: Hex = `0x${'5ec2e7'.repeat(10)}5ec2`;
  bob.network.isOffline = true;
  await say(alice, ofAlice, 'the treasure is under the third palm');
  const [said] = (await messagesOf(alice, ofAlice)).slice(-1);
  if (!said) throw new Error('nothing was said');
  await alice.messenger.edit(ofAlice, said.reference, 'the treasure is under the fourth palm');
  await alice.messenger.react(ofAlice, said.reference, '🏝️');
  await alice.messenger.setDraft(ofAlice, 'never tell the pirates');
  await alice.messenger.send(ofAlice, { type: 'transfer', chainId: 31337, txHash: hash });
  await alice.messenger.send(ofAlice, {
    type: 'request',
    uri: `ethereum:${alice.account.address}@31337?value=424242`,
    note: 'for the shovel of Friday',
  });
  await alice.messenger.rename(room, 'the eighth lagoon');
  await settle(alice);

  const canaries = [
    'the treasure is under',
    'never tell the pirates',
    'for the shovel of Friday',
    'value=424242',
    'the seventh lagoon',
    'the eighth lagoon',
    '🏝️',
    hash.slice(2),
  ];
  // Base64 has one of three forms, by where a text starts in it. Its first and last characters depend on what is around.
  const base64 = (text: string) =>
    [0, 1, 2].map((shift) =>
      Buffer.from(' '.repeat(shift) + text)
        .toString('base64')
        .slice(shift === 0 ? 0 : 4, -4)
        .replace(/=+$/, ''),
    );
  const forms = canaries.flatMap((text) =>
    [text, encodeURIComponent(text), Buffer.from(text).toString('hex'), ...base64(text)].filter(
      (form) => form.length >= 4,
    ),
  );
  const metrics = await (await scrape()).text();
  const places = new Map([
    ['calls', [...alice.network.sent, ...bob.network.sent].join('\n')],
    ['log', log.join('')],
    ['metrics', metrics],
  ]);
  expect(places.get('calls')).toContain(alice.account.address);
  expect(places.get('log')).toContain('"path"');
  expect(metrics).toContain('# TYPE');
  for (const [place, text] of places)
    expect([place, forms.filter((form) => text.includes(form))]).toEqual([place, []]);
  const tables = await queryDatabase<{ name: string }>(
    getBackend(),
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  // What Bob hasn't fetched is stored.
  expect(tables.map(({ name }) => name)).toContain('message_contents');
  for (const { name } of tables) {
    const patterns = forms.map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`);
    const found = await queryDatabase(getBackend(), `select 1 from "${name}" t where t::text like any($1)`, [
      patterns,
    ]);
    expect([name, found]).toEqual([name, []]);
  }
});

test('HUB-2 typing and reading are told only by those who chose to', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  await say(alice, ofAlice, 'are you there?');
  await settle(alice, bob);
  expect(bob.messenger.getSnapshot().settings).toMatchObject({ sharesTyping: false, sharesReadMarks: false });
  const calls = watchCalls(bob);
  await bob.messenger.setTyping(ofBob);
  await bob.messenger.markRead(ofBob);
  await settle(bob, alice);
  expect(calls).not.toContain('/messages/send');
  expect(conversationOf(bob, alice.account.address).unread).toBe(0);
  expect(conversationOf(alice, bob.account.address).typing).toEqual([]);
  expect((await messagesOf(alice, ofAlice)).flatMap(({ readBy }) => readBy)).toEqual([]);

  await bob.messenger.setSettings({ sharesTyping: true });
  await settle(bob);
  await bob.messenger.setTyping(ofBob);
  expect(calls.filter((path) => path === '/messages/send')).toHaveLength(1);
  await alice.messenger.sync();
  expect(conversationOf(alice, bob.account.address).typing).toEqual([bob.account.address]);
  // Each choice is for itself.
  await say(alice, ofAlice, 'and now?');
  await settle(alice, bob);
  await bob.messenger.markRead(ofBob);
  await settle(bob, alice);
  expect((await messagesOf(alice, ofAlice)).flatMap(({ readBy }) => readBy)).toEqual([]);

  await bob.messenger.setSettings({ sharesTyping: false, sharesReadMarks: true });
  await say(alice, ofAlice, 'you may tell');
  await settle(alice, bob);
  await bob.messenger.markRead(ofBob);
  await settle(bob, alice);
  expect((await messagesOf(alice, ofAlice)).at(-1)?.readBy).toEqual([bob.account.address]);
  calls.length = 0;
  await bob.messenger.setTyping(ofBob);
  expect(calls).toEqual([]);
});

/** Shows a person another log of an account than the true one. */
function tamperLog({ network }: User, deviceKey: Hex, alter: (entries: LogEntry[]) => LogEntry[]): void {
  network.tamper = (path, answer) => {
    if (path !== '/messages/log') return answer;
    const { entries } = answer as { entries: LogEntry[] };
    return (
      entries.some((entry) => entry.deviceKey === deviceKey) ? { entries: alter(entries) } : answer
    ) as typeof answer;
  };
}

test.each([
  ['another', (entries: LogEntry[]) => entries.toReversed()],
  ['a shorter', (entries: LogEntry[]) => entries.slice(0, 1)],
] as const)(
  'HUB-7 a server that shows two people two histories of a third (%s one) is found out, and stops what is sent until it is accepted',
  async (_, alter) => {
    const [alice, bob, carol] = [await user(), await user(), await user()];
    const tablet = await user({ account: carol.account });
    const [first] = await carol.messenger.devices();
    if (!first) throw new Error('there is no device');
    tamperLog(bob, first.deviceKey, alter);
    const id = await alice.messenger.createRoom('Island', [bob.account.address, carol.account.address]);
    await settle(alice, bob, carol, tablet);
    const ofBob = conversationOf(bob, 'room').id;
    await accept(bob, ofBob);
    await say(alice, id, 'do you see the same Carol?');
    await settle(alice, bob);
    expect(conversationOf(bob, 'room').identity).toEqual([
      { account: carol.account.address, kind: 'reported', by: alice.account.address },
    ]);

    const calls = watchCalls(bob);
    await say(bob, ofBob, 'not to a stranger');
    await settle(bob);
    expect(calls).not.toContain('/messages/send');
    expect((await messagesOf(bob, ofBob)).at(-1)?.state).toEqual({ kind: 'failed', reason: 'identity' });
    // A warning stays, also if the server shows the true log again.
    bob.network.tamper = (_, answer) => answer;
    await bob.restart();
    await settle(bob);
    expect(conversationOf(bob, 'room').identity).toMatchObject([{ kind: 'reported' }]);

    await bob.messenger.acceptIdentity(carol.account.address, ofBob);
    const [, message] = await messagesOf(bob, ofBob);
    if (message) await bob.messenger.retry(ofBob, message.reference);
    await settle(bob, alice);
    expect(conversationOf(bob, 'room').identity).toEqual([]);
    expect((await textsOf(alice, id)).at(-1)).toBe('not to a stranger');
  },
);

test('HUB-7 a security code that has changed since it was compared is shown before the next message goes out', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const compared = await alice.messenger.securityCode(ofAlice);
  await alice.messenger.setVerified(ofAlice, compared);
  await settle(alice);
  expect(conversationOf(alice, bob.account.address)).toMatchObject({ isVerified: true, identity: [] });
  const tablet = await user({ account: bob.account });
  await settle(bob, tablet);
  await say(bob, ofBob, 'from my desk');
  await settle(bob);

  // Written before the change has arrived.
  alice.network.isOffline = true;
  await say(alice, ofAlice, 'where were we?');
  await alice.messenger.sync();
  const shown: unknown[] = [];
  alice.network.losesAnswer = (path) => {
    if (path === '/messages/send') shown.push(conversationOf(alice, bob.account.address));
    return false;
  };
  alice.network.isOffline = false;
  await settle(alice);
  const changed = { isVerified: false, identity: [{ account: bob.account.address, kind: 'newDevices' }] };
  expect(shown.length).toBeGreaterThan(0);
  for (const conversation of shown) expect(conversation).toMatchObject(changed);
  expect(await alice.messenger.securityCode(ofAlice)).not.toEqual(compared);

  await alice.messenger.acceptIdentity(bob.account.address, ofAlice);
  await settle(alice);
  expect(conversationOf(alice, bob.account.address)).toMatchObject({ isVerified: false, identity: [] });
  // Who compares the new code isn't asked again.
  await alice.messenger.setVerified(ofAlice, await alice.messenger.securityCode(ofAlice));
  await settle(alice);
  expect(conversationOf(alice, bob.account.address)).toMatchObject({ isVerified: true, identity: [] });
});
