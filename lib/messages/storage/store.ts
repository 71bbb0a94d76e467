import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Address } from 'viem';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { createVaultKeys, lookupKey, seal, unseal, type VaultKeys } from './cipher';
import type { StoredConversation } from './conversation-record';
import type {
  StoredCommit,
  StoredDevice,
  StoredEarly,
  StoredGroup,
  StoredIdentity,
  StoredImage,
  StoredImageEntry,
  StoredItem,
  StoredKeyPackage,
  StoredOutgoing,
  StoredPendingItem,
  StoredProcessed,
  StoredSettings,
  StoredTransfer,
} from './records';

/**
 * Keys and values by object store. Keys are in plain text, because IndexedDB sorts and finds records by them. They are
 * random IDs, keyed hashes, and counters, which reveal the number of conversations and messages, but not their members
 * or content.
 */
type Values = {
  device: { key: 'device'; value: StoredDevice };
  settings: { key: 'settings'; value: StoredSettings };
  keyPackages: { key: string; value: StoredKeyPackage };
  groups: { key: string; value: StoredGroup };
  commits: { key: string; value: StoredCommit };
  conversations: { key: ConversationId; value: StoredConversation };
  /** By conversation and sequence. Indexed by the sender's message ID, which is empty for notices. */
  messages: { key: [ConversationId, number]; value: StoredItem };
  /** Changes of messages that haven't arrived yet, by conversation, the message's ID, and the change's ID. */
  early: { key: [ConversationId, string, string]; value: StoredEarly };
  /** By conversation and sending order. */
  outbox: { key: OutboxKey; value: StoredOutgoing };
  /** By the group ID, or the key of its welcomes, and the server's ID of the item. */
  pendingItems: { key: [string, number]; value: StoredPendingItem };
  /** By the server's ID. The server may deliver them again. */
  processed: { key: number; value: StoredProcessed };
  identities: { key: string; value: StoredIdentity };
  /** By a keyed hash of the transaction and its sender. */
  transfers: { key: string; value: StoredTransfer };
  /** By a keyed hash of the conversation and the message. */
  images: { key: string; value: StoredImage };
  imageEntries: { key: string; value: StoredImageEntry };
};
export type OutboxKey = [ConversationId, number];
export type StoreName = keyof Values;
export type KeyOf<Name extends StoreName> = Values[Name]['key'];
export type ValueOf<Name extends StoreName> = Values[Name]['value'];

/** A stored record. `version` counts its changes. `messageId` is indexed, and set for messages only. */
type Row = { sealed: Uint8Array<ArrayBuffer>; version: number; conversation?: string; messageId?: string };
type Schema = DBSchema & { [Name in StoreName]: { key: KeyOf<Name>; value: Row } } & {
  messages: {
    key: [ConversationId, number];
    value: Row;
    indexes: { byMessageId: [string, string] };
  };
  keys: { key: 'keys'; value: VaultKeys };
};

const NAMES = [
  'device',
  'settings',
  'keyPackages',
  'groups',
  'commits',
  'conversations',
  'messages',
  'early',
  'outbox',
  'pendingItems',
  'processed',
  'identities',
  'transfers',
  'images',
  'imageEntries',
] as const satisfies readonly StoreName[];

/**
 * Returns the database name for an account and a site. Browsers already separate storage by origin. The site is part of
 * the name for tests.
 */
export const databaseName = (account: Address, site: string): string =>
  `tidewell-conversations:${site}:${account.toLowerCase()}`;

/** Returns the range of the keys that begin with a text. In IndexedDB's key order, arrays sort after all numbers. */
export const keysUnder = (start: string): IDBKeyRange => IDBKeyRange.bound([start], [start, []]);

/** One change of a record. */
type Put = { [Name in StoreName]: { name: Name; key: KeyOf<Name>; value: ValueOf<Name> | null } }[StoreName];

/**
 * A set of changes that is stored atomically. A later change to a record replaces an earlier one. `Store.read` with the
 * batch returns its changes before they are stored.
 */
export class Batch {
  readonly #puts = new Map<string, Put>();
  #addPut = (put: Put) => this.#puts.set(JSON.stringify([put.name, put.key]), put);

  put<Name extends StoreName>(name: Name, key: KeyOf<Name>, value: ValueOf<Name>): this {
    this.#addPut({ name, key, value } as unknown as Put);
    return this;
  }

  delete<Name extends StoreName>(name: Name, key: KeyOf<Name>): this {
    this.#addPut({ name, key, value: null } as unknown as Put);
    return this;
  }

  /**
   * Returns the batch's value for a record: null if the batch deletes it, or undefined if the batch doesn't change it.
   */
  pending<Name extends StoreName>(name: Name, key: KeyOf<Name>): ValueOf<Name> | null | undefined {
    return this.#puts.get(JSON.stringify([name, key]))?.value as ValueOf<Name> | null | undefined;
  }

  get puts(): readonly Put[] {
    return [...this.#puts.values()];
  }
}

/** Aborts a transaction, unless it has already been aborted. */
function aborted(transaction: { abort: () => void }): void {
  try {
    transaction.abort();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

export type Page<Name extends StoreName> = { key: KeyOf<Name>; value: ValueOf<Name> }[];

/** The encrypted storage of one account in this browser (IndexedDB). */
export class Store {
  readonly #db: IDBPDatabase<Schema>;
  readonly #keys: VaultKeys;
  private constructor(db: IDBPDatabase<Schema>, keys: VaultKeys) {
    this.#db = db;
    this.#keys = keys;
  }

  /**
   * Opens the database, and creates it on first use. Calls `onOutdated` when another tab with a newer version waits for
   * this one to close.
   * @throws DOMException if the browser provides no storage for the site.
   */
  static async open(name: string, onOutdated: () => void = () => {}): Promise<Store> {
    const db = await openDB<Schema>(name, 1, {
      upgrade(created) {
        for (const store of ['keys', ...NAMES] as const) {
          if (store !== 'messages') created.createObjectStore(store);
          else created.createObjectStore(store).createIndex('byMessageId', ['conversation', 'messageId']);
        }
      },
      blocking() {
        db.close();
        onOutdated();
      },
    });
    const made = await createVaultKeys();
    // One transaction, so two tabs that open the database at the same time get the same keys.
    const transaction = db.transaction('keys', 'readwrite', { durability: 'strict' });
    const known = await transaction.store.get('keys');
    if (!known) await transaction.store.put(made, 'keys');
    await transaction.done;
    return new Store(db, known ?? made);
  }

  close(): void {
    this.#db.close();
  }

  /** Returns a keyed hash, for use as the key of a value that must not be stored in plain text, such as an account. */
  lookup(text: string): Promise<string> {
    return lookupKey(this.#keys, text);
  }

  async #open<Name extends StoreName>(name: Name, key: KeyOf<Name>, row: Row): Promise<ValueOf<Name>> {
    const { sealed, version } = row;
    return (await unseal(this.#keys, { place: [name, key], version, sealed })) as ValueOf<Name>;
  }

  /**
   * Returns a record, or undefined if there is none. Changes in the batch take precedence.
   * @throws OperationError if the stored record was tampered with.
   */
  async read<Name extends StoreName>(
    name: Name,
    key: KeyOf<Name>,
    batch?: Batch,
  ): Promise<ValueOf<Name> | undefined> {
    const pending = batch?.pending(name, key);
    if (pending !== undefined) return pending ?? undefined;
    const row = await this.#db.get(name as 'groups', key as string);
    return row && this.#open(name, key, row);
  }

  /** Returns a store's records in the order of their keys. */
  async readAll<Name extends StoreName>(name: Name, range?: IDBKeyRange): Promise<Page<Name>> {
    const transaction = this.#db.transaction(name as 'groups');
    const [keys, rows] = await Promise.all([
      transaction.store.getAllKeys(range),
      transaction.store.getAll(range),
    ]);
    return Promise.all(
      rows.map(async (row, index) => {
        const key = keys[index] as KeyOf<Name>;
        return { key, value: await this.#open(name, key, row) };
      }),
    );
  }

  /** Returns the largest key in a range, or undefined if it's empty. */
  async lastKey(name: 'outbox', range: IDBKeyRange): Promise<OutboxKey | undefined> {
    const cursor = await this.#db.transaction(name).store.openKeyCursor(range, 'prev');
    return cursor?.key;
  }

  /** Returns the keys of a store's records in order. */
  keys<Name extends StoreName>(name: Name, range?: IDBKeyRange): Promise<KeyOf<Name>[]> {
    return this.#db.getAllKeys(name as 'groups', range) as Promise<KeyOf<Name>[]>;
  }

  /** Returns the smallest key in a range, or undefined if there is none. */
  nextKey<Name extends 'outbox' | 'pendingItems'>(
    name: Name,
    range: IDBKeyRange,
  ): Promise<KeyOf<Name> | undefined> {
    return this.#db.getKey(name, range) as Promise<KeyOf<Name> | undefined>;
  }

  /** Returns how many records a store has, or how many are in a range. */
  count(name: StoreName, range?: IDBKeyRange): Promise<number> {
    return this.#db.count(name as 'groups', range);
  }

  /** Returns up to `limit` items of a conversation below a sequence, newest first. */
  async readItems(
    conversation: ConversationId,
    { before, limit }: { before: number; limit: number },
  ): Promise<{ sequence: number; item: StoredItem }[]> {
    if (before <= 0) return [];
    const range = IDBKeyRange.bound([conversation, 0], [conversation, before], false, true);
    const rows: { key: [string, number]; row: Row }[] = [];
    let cursor = await this.#db.transaction('messages').store.openCursor(range, 'prev');
    while (cursor && rows.length < limit) {
      rows.push({ key: cursor.key, row: cursor.value });
      cursor = await cursor.continue();
    }
    return Promise.all(
      rows.map(async ({ key, row }) => ({ sequence: key[1], item: await this.#open('messages', key, row) })),
    );
  }

  /** Returns a conversation's items with a message ID. IDs are unique only in combination with their sender. */
  async findMessages(
    conversation: ConversationId,
    messageId: string,
  ): Promise<{ sequence: number; item: StoredItem }[]> {
    const index = this.#db.transaction('messages').store.index('byMessageId');
    const range = [conversation, messageId] as [string, string];
    const [keys, rows] = await Promise.all([index.getAllKeys(range), index.getAll(range)]);
    return Promise.all(
      rows.map(async (row, at) => {
        const key = keys[at] as [string, number];
        return { sequence: key[1], item: await this.#open('messages', key, row) };
      }),
    );
  }

  /** Deletes all items of a conversation. */
  async deleteItems(conversation: ConversationId): Promise<void> {
    const transaction = this.#db.transaction(['messages', 'early'], 'readwrite', { durability: 'strict' });
    const range = keysUnder(conversation);
    await Promise.all([
      transaction.objectStore('messages').delete(range),
      transaction.objectStore('early').delete(range),
      transaction.done,
    ]);
  }

  /**
   * Stores a batch in one transaction. Encrypts first, because IndexedDB transactions don't stay open during WebCrypto
   * operations. Callers hold the account's write lock, so records can't change in between.
   */
  async commit(batch: Batch): Promise<void> {
    const { puts } = batch;
    if (puts.length === 0) return;
    const names = [...new Set(puts.map(({ name }) => name))];
    const before = this.#db.transaction(names);
    const versions = await Promise.all(
      puts.map(
        async ({ name, key }) => (await before.objectStore(name as 'groups').get(key as string))?.version,
      ),
    );
    const rows = await Promise.all(
      puts.map(async ({ name, key, value }, index): Promise<Row | null> => {
        if (value === null) return null;
        const version = (versions[index] ?? 0) + 1;
        const sealed = await seal(this.#keys, { place: [name, key], version, value });
        if (name !== 'messages') return { sealed, version };
        return {
          sealed,
          version,
          conversation: key[0],
          messageId: value.kind === 'message' ? value.id : '',
        };
      }),
    );
    const transaction = this.#db.transaction(names, 'readwrite', { durability: 'strict' });
    const { done } = transaction;
    // The promise is awaited below. This handler prevents an unhandled rejection until then.
    done.catch(() => undefined);
    const requests = puts.map(async ({ name, key }, index) => {
      const objects = transaction.objectStore(name as 'groups');
      const row = rows[index];
      await (row ? objects.put(row, key as string) : objects.delete(key as string));
    });
    const [result] = await Promise.allSettled([Promise.all(requests), ...requests]);
    // Without an explicit abort, the browser would commit the requests before the failed one.
    if (result.status === 'rejected') aborted(transaction);
    await Promise.all([done, ...requests]);
  }
}
