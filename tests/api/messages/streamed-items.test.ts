import { inbox } from '@/lib/api/schemas/messages';
import { decodeInbox } from '@/lib/messages/core/api';
import type { FollowInbox } from '@/lib/messages/inbox-stream';
import type { Inbox } from '@/lib/messages/storage/records';
import { messageHub, startMessageStreams, stopMessageStreams } from '@/lib/server/messages/stream';
import {
  accept,
  conversationOf,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
  type User,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

const { user, pair, getBackend } = messengerSuite();
beforeEach(() => startMessageStreams());
afterAll(() => stopMessageStreams());

/** Returns how many items wait for a user's device on the server. */
async function waitingFor({ messenger }: User): Promise<number> {
  const rows = await queryDatabase<{ count: number }>(
    getBackend(),
    'select count(*)::int as count from message_queue where device_key = $1',
    [messenger.getSnapshot().deviceKey],
  );
  return rows[0]?.count ?? 0;
}

/** Records the paths of a user's calls. */
function pathsOf({ network }: User): string[] {
  const paths: string[] = [];
  network.tamper = (path, answer) => {
    paths.push(path);
    return answer;
  };
  return paths;
}

const isStreaming = () => until(async () => messageHub()?.size === 1, 'the stream is open');
const isAcknowledged = (one: User) => until(async () => (await waitingFor(one)) === 0, 'all is acknowledged');
const shows = (one: User, id: string, texts: readonly string[]) =>
  until(async () => (await textsOf(one, id)).slice(-texts.length).join() === texts.join(), texts.join());

/** Alice and Bob, who follows the stream. What `settle` fetches from now on comes by the stream. */
async function streamingPair() {
  const both = await pair({ bob: { isStreaming: true } });
  await isStreaming();
  await settle(both.bob);
  return both;
}

test('HUB-1 messages of the stream need no fetch, and share an acknowledgment', async () => {
  const { alice, bob, ofAlice, ofBob } = await streamingPair();
  const paths = pathsOf(bob);
  const texts = ['one', 'two', 'three', 'four', 'five'];
  for (const text of texts) {
    await say(alice, ofAlice, text);
    await alice.messenger.sync();
  }
  await shows(bob, ofBob, texts);
  await isAcknowledged(bob);
  expect(paths.filter((path) => path === '/messages/inbox')).toEqual([]);
  expect(paths.filter((path) => path === '/messages/acknowledge').length).toBeLessThan(texts.length);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
});

test('HUB-1 items that were applied but not acknowledged before a crash are not repeated', async () => {
  const { alice, bob, ofAlice, ofBob } = await streamingPair();
  await say(alice, ofAlice, 'before');
  await alice.messenger.sync();
  await shows(bob, ofBob, ['before']);
  expect(await waitingFor(bob)).toBe(1);
  await bob.restart();
  await say(alice, ofAlice, 'after');
  await alice.messenger.sync();
  await shows(bob, ofBob, ['hi', 'before', 'after']);
  await isAcknowledged(bob);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
});

test('HUB-1 a new stream has items that are not acknowledged, and they are not repeated', async () => {
  const { alice, bob, ofAlice, ofBob } = await streamingPair();
  await say(alice, ofAlice, 'before');
  await alice.messenger.sync();
  await shows(bob, ofBob, ['before']);
  bob.network.isOffline = true;
  await stopMessageStreams();
  await startMessageStreams();
  await say(alice, ofAlice, 'meanwhile');
  await alice.messenger.sync();
  bob.network.isOffline = false;
  await isStreaming();
  await shows(bob, ofBob, ['hi', 'before', 'meanwhile']);
  await isAcknowledged(bob);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
});

test('HUB-1 messages before and after a commit arrive by the stream in their order', async () => {
  const { alice, bob } = await streamingPair();
  const carol = await user();
  const room = await alice.messenger.createRoom('Room', [bob.account.address]);
  await alice.messenger.sync();
  await until(async () => bob.messenger.getSnapshot().conversations.length === 2, 'the room');
  const ofBob = conversationOf(bob, 'room').id;
  if (conversationOf(bob, 'room').isRequest) await accept(bob, ofBob);
  await settle(bob, alice);
  const paths = pathsOf(bob);
  const texts = ['one', 'two', 'three', 'four'];
  for (const [index, text] of texts.entries()) {
    if (index === 2) await alice.messenger.addMembers(room, [carol.account.address]);
    await say(alice, room, text);
    await alice.messenger.sync();
  }
  await shows(bob, ofBob, texts);
  expect(paths).not.toContain('/messages/inbox');
  expect(conversationOf(bob, 'room').participants).toHaveLength(3);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
});

/** A stream of which the test decides what it brings. */
function fakeStream() {
  const opened: Parameters<FollowInbox>[1][] = [];
  const follow: FollowInbox = (_, handlers) => {
    opened.push(handlers);
    return () => undefined;
  };
  return {
    follow,
    bring: (brought: Inbox) => opened.at(-1)?.onInbox(brought),
    reopen: () => opened.at(-1)?.beforeOpen(),
  };
}

test('HUB-1 an item that another tab has fetched and acknowledged is not applied again', async () => {
  const { follow, bring, reopen } = fakeStream();
  const { alice, bob, ofAlice, ofBob } = await pair({ bob: { follow } });
  const other = await user({ account: bob.account, browser: bob.browser, isStarted: false });
  const inboxes: Inbox[] = [];
  other.network.tamper = (path, answer) => {
    if (path === '/messages/inbox') inboxes.push(decodeInbox(inbox.parse(answer)));
    return answer;
  };
  await say(alice, ofAlice, 'once');
  await settle(alice, other);
  const items = inboxes.flatMap((one) => one.items);
  expect([items.length, await waitingFor(bob)]).toEqual([1, 0]);
  bring({ items, isComplete: true });
  await settle(bob);
  expect((await textsOf(bob, ofBob)).slice(-2)).toEqual(['hi', 'once']);
  expect(bob.messenger.getSnapshot().refusedItems).toBe(0);
  // It's forgotten once no open stream can bring it.
  expect(await stored(bob, (store) => store.count('processed'))).toBeGreaterThan(0);
  await reopen();
  expect(await stored(bob, (store) => store.count('processed'))).toBe(0);
});

test('HUB-1 a device fetches if the stream says that there is more', async () => {
  const { follow, bring } = fakeStream();
  const { alice, bob, ofAlice, ofBob } = await pair({ bob: { follow } });
  await say(alice, ofAlice, 'more');
  await alice.messenger.sync();
  bring({ items: [], isComplete: false });
  await shows(bob, ofBob, ['more']);
  await isAcknowledged(bob);
});
