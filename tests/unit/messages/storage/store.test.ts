/** @jest-environment node */
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { createVaultKeys, fromBase64, seal, toBase64, unseal } from '@/lib/messages/storage/cipher';
import type { StoredMessage } from '@/lib/messages/storage/records';
import { Batch, databaseName, Store } from '@/lib/messages/storage/store';
import { newAccount, SITE } from '../../../support/messaging';

const alice = newAccount().address;
const PROCESSED = { hash: '0x', isAcknowledged: true } as const;
const message = (number: number, text = `text ${number}`): StoredMessage => ({
  kind: 'message',
  id: number.toString(16).padStart(32, '0'),
  by: alice,
  at: number,
  body: { type: 'text', text },
  isEdited: false,
  reactions: [],
  state: { kind: 'sent' },
});
const opened: Store[] = [];
async function newStore(name = databaseName(newAccount().address, SITE)) {
  const store = await Store.open(name);
  opened.push(store);
  return { name, store };
}
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

test('a sealed value is read at its own place and version only', async () => {
  const keys = await createVaultKeys();
  const value = { text: 'hello', bytes: new Uint8Array([0, 1, 255]), list: [null, 1] };
  const place = ['messages', ['room', 1]];
  const sealed = await seal(keys, { place, version: 3, value });
  expect(await unseal(keys, { place, version: 3, sealed })).toEqual(value);
  const damaged = sealed.slice();
  damaged[20] = (damaged[20] ?? 0) ^ 1;
  const others = await createVaultKeys();
  for (const attempt of [
    () => unseal(keys, { place, version: 2, sealed }),
    () => unseal(keys, { place: ['messages', ['room', 2]], version: 3, sealed }),
    () => unseal(keys, { place, version: 3, sealed: damaged }),
    () => unseal(others, { place, version: 3, sealed }),
  ])
    await expect(attempt()).rejects.toThrow();
  await expect(crypto.subtle.exportKey('raw', keys.sealing)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('raw', keys.lookup)).rejects.toThrow();
});

test('bytes are the same after base64', () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});

test('the database has no text, account, or name in plain text', async () => {
  const { store, name } = await newStore();
  const id = await store.lookup(`direct:${alice}`);
  await store.commit(new Batch().put('messages', [id, 0], message(1, 'the third palm')));
  const raw = await openDB(name);
  const rows = await raw.getAll('messages');
  const keys = await raw.getAllKeys('messages');
  raw.close();
  const text =
    JSON.stringify({ keys, rows }) + rows.map(({ sealed }) => Buffer.from(sealed).toString('latin1'));
  expect(rows).toHaveLength(1);
  expect(text).not.toContain('third palm');
  expect(text.toLowerCase()).not.toContain(alice.toLowerCase().slice(2));
  // The same store finds it again, and another one wouldn't.
  expect(await store.lookup(`direct:${alice}`)).toBe(id);
  expect(await (await newStore()).store.lookup(`direct:${alice}`)).not.toBe(id);
});

test('records that are swapped in the database can not be read', async () => {
  const { store, name } = await newStore();
  await store.commit(new Batch().put('messages', ['a', 0], message(1)).put('messages', ['a', 1], message(2)));
  const raw = await openDB(name);
  const row = await raw.get('messages', ['a', 1]);
  await raw.put('messages', row, ['a', 0]);
  raw.close();
  await expect(store.read('messages', ['a', 0])).rejects.toThrow();
  expect(await store.read('messages', ['a', 1])).toEqual(message(2));
});

test('a batch is stored as a whole, or not at all', async () => {
  const { store } = await newStore();
  await store.commit(new Batch().put('messages', ['a', 0], message(1)));
  const original = IDBObjectStore.prototype.put;
  for (let failing = 1; failing <= 3; failing += 1) {
    let count = 0;
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      count += 1;
      if (count === failing) this.transaction.abort();
      return original.apply(this, args);
    });
    const batch = new Batch()
      .put('messages', ['a', 0], message(1, 'changed'))
      .put('messages', ['a', 1], message(2))
      .put('processed', 7, PROCESSED);
    await expect(store.commit(batch)).rejects.toThrow();
    put.mockRestore();
    expect(await store.read('messages', ['a', 0])).toEqual(message(1));
    expect(await store.read('messages', ['a', 1])).toBeUndefined();
    expect(await store.read('processed', 7)).toBeUndefined();
  }
});

test('pages of a long conversation are read newest first, and messages by their ID', async () => {
  const { store } = await newStore();
  const batch = new Batch();
  for (let number = 0; number < 300; number += 1) batch.put('messages', ['a', number], message(number));
  batch.put('messages', ['b', 0], message(5));
  await store.commit(batch);
  const page = await store.readItems('a', { before: 200, limit: 50 });
  expect(page.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, index) => 199 - index));
  expect(await store.readItems('a', { before: 0, limit: 50 })).toEqual([]);
  expect((await store.findMessages('a', message(5).id)).map(({ sequence }) => sequence)).toEqual([5]);
  await store.deleteItems('a');
  expect(await store.count('messages')).toBe(1);
});

test('a batch shows its changes before they are stored', async () => {
  const { store } = await newStore();
  await store.commit(new Batch().put('messages', ['a', 0], message(1)));
  const batch = new Batch().put('messages', ['a', 1], message(2)).delete('messages', ['a', 0]);
  expect(await store.read('messages', ['a', 0], batch)).toBeUndefined();
  expect(await store.read('messages', ['a', 1], batch)).toEqual(message(2));
  expect(await store.read('messages', ['a', 1])).toBeUndefined();
});

test('two tabs that open the storage first use the same keys', async () => {
  const name = databaseName(newAccount().address, SITE);
  const [one, other] = await Promise.all([newStore(name), newStore(name)]);
  await one.store.commit(new Batch().put('processed', 1, PROCESSED).put('messages', ['a', 0], message(1)));
  expect(await other.store.read('messages', ['a', 0])).toEqual(message(1));
});
