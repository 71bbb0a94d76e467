/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { Address } from 'viem';
import { newConversation } from '@/lib/messages/core/conversations';
import { makeRoom, withContent, withKeptContent } from '@/lib/messages/core/requests';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import { newAccount } from '../../../support/messaging';
import { offlineEngine } from '../../../support/offline-engine';

let time = 0;
const request = (invitedBy: Address, change: Partial<StoredConversation> = {}): StoredConversation => {
  time += 1;
  const id = `request ${time}`;
  const shown = { kind: 'room' as const, peer: null, isRequest: true, isHidden: false };
  return { ...newConversation(id, time), ...shown, invitedBy, ...change };
};
const newRequests = (count: number, change?: Partial<StoredConversation>) => {
  const { address } = newAccount();
  return Array.from({ length: count }, () => request(address, change));
};

/** Stores requests, adds one of another account, and returns those that are then shown, hidden, and gone. */
async function afterAnother(requests: readonly StoredConversation[]) {
  const engine = await offlineEngine(newAccount().address);
  await engine.write(async (batch) => {
    for (const one of requests) batch.put('conversations', one.id, one);
  });
  await engine.write((batch) => makeRoom(engine, batch, request(newAccount().address)));
  const left = new Map(
    (await engine.store.readAll('conversations')).map(({ key, value }) => [key, value.isHidden]),
  );
  const idsOf = (isHidden: boolean | undefined) =>
    requests.map(({ id }) => id).filter((id) => left.get(id) === isHidden);
  return { shown: idsOf(false), hidden: idsOf(true), gone: idsOf(undefined) };
}

test('HUB-1 accounts with many requests displace their own, not the only one of another account', async () => {
  const ofAlice = newRequests(1);
  const others = [...newRequests(4), ...Array.from({ length: 9 }, () => newRequests(5)).flat()];
  const { shown, hidden } = await afterAnother([...ofAlice, ...others]);
  expect(shown).toContain(ofAlice[0]?.id);
  expect(hidden).toEqual([others[4]?.id]);
});

test('HUB-1 hidden requests of a stranger don’t delete those of others, or of an account that was asked for a room', async () => {
  const ofAlice = newRequests(1, { isHidden: true });
  const ofLink = newRequests(1, { isHidden: true, hasAsked: true });
  const ofMallory = newRequests(199, { isHidden: true });
  const { gone } = await afterAnother([...ofAlice, ...ofLink, ...ofMallory]);
  expect(gone).toEqual([ofMallory[0]?.id]);
});

test('HUB-3 content that no longer waits in a request makes room for other content', () => {
  const [member, other] = [newAccount().address, newAccount().address];
  const from = (account: Address) => ({ leafIndex: 1, account, deviceKey: account });
  const text = (words: string) => ({ id: words, at: 1, body: { type: 'text' as const, text: words } });
  const both = withContent(
    withContent(request(member), from(member), text('kept')),
    from(other),
    text('dropped'),
  );
  const kept = withKeptContent(both, ({ by }) => by.account === member);
  expect(kept).toMatchObject({
    requestContent: [{ content: text('kept') }],
    requestSize: JSON.stringify(text('kept')).length,
  });
  expect(withKeptContent(kept, () => true)).toBe(kept);
});
