import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Address } from 'viem';
import type { ConversationId } from '../messenger/types';
import type {
  StoredCommit,
  StoredConversation,
  StoredDevice,
  StoredEarly,
  StoredGroup,
  StoredHeld,
  StoredIdentity,
  StoredImage,
  StoredImageEntry,
  StoredItem,
  StoredKeyPackage,
  StoredOutgoing,
  StoredSettings,
  StoredTransfer,
} from './records';
import { createVaultKeys, lookupKey, seal, unseal, type VaultKeys } from './vault';

const VERSION = 2;

/**
 * Values by store. Keys are in plain text, because the browser orders and finds records by them. They are random IDs,
 * keyed hashes, and counters: they show how many conversations and messages there are, but not with whom or about what.
 */
type Values = {
  device: { key: 'device'; value: StoredDevice };
  settings: { key: 'settings'; value: StoredSettings };
  keyPackages: { key: string; value: StoredKeyPackage };
  groups: { key: string; value: StoredGroup };
  commits: { key: string; value: StoredCommit };
  conversations: { key: ConversationId; value: StoredConversation };
  /** By conversation, sequence, and the message ID that its sender chose, which is empty for notices. */
  messages: { key: [ConversationId, number]; value: StoredItem };
  /** By conversation, ID of the message that is missing, and ID of the change. */
  early: { key: [ConversationId, string, string]; value: StoredEarly };
  /** By the order in which they are sent. */
  outbox: { key: number; value: StoredOutgoing };
  /** By group, and the server's ID of the item. */
  held: { key: [string, number]; value: StoredHeld };
  /** IDs of items that are processed, but that the server may deliver again. */
  processed: { key: number; value: true };
  identities: { key: string; value: StoredIdentity };
  /** By a keyed hash of the transaction and its sender. */
  transfers: { key: string; value: StoredTransfer };
  /** By a keyed hash of the conversation and the message. */
  images: { key: string; value: StoredImage };
  imageEntries: { key: string; value: StoredImageEntry };
};
export type StoreName = keyof Values;
export type KeyOf<Name extends StoreName> = Values[Name]['key'];
export type ValueOf<Name extends StoreName> = Values[Name]['value'];

/** A stored record. `version` counts its changes. `messageId` is there for messages only, and indexed. */
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
  'held',
  'processed',
  'identities',
  'transfers',
  'images',
  'imageEntries',
] as const satisfies readonly StoreName[];

/** Name of the database of an account and a site. Origins have storage of their own, the site is part of it for tests. */
export const databaseName = (account: Address, site: string): string =>
  `tidewell-messages:${site}:${account.toLowerCase()}`;

/** One change of a record. */
type Put = { [Name in StoreName]: { name: Name; key: KeyOf<Name>; value: ValueOf<Name> | null } }[StoreName];

/**
 * Changes that are stored together or not at all. Later changes of a record replace earlier ones, and reading through
 * `Store.read` with the batch shows them before they are stored.
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

  /** Returns the value that the batch has for a record: null if it deletes it, or undefined if it doesn't change it. */
  pending<Name extends StoreName>(name: Name, key: KeyOf<Name>): ValueOf<Name> | null | undefined {
    return this.#puts.get(JSON.stringify([name, key]))?.value as ValueOf<Name> | null | undefined;
  }

  get puts(): readonly Put[] {
    return [...this.#puts.values()];
  }
}

/** Aborts a transaction. One that has been aborted already stays so. */
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
   * Opens the storage, and creates it the first time. `onOutdated` is called when another tab has a newer version and
   * waits for this one to close.
   * @throws DOMException if the browser has no storage for the site.
   */
  static async open(name: string, onOutdated: () => void = () => {}): Promise<Store> {
    const db = await openDB<Schema>(name, VERSION, {
      upgrade(created) {
        const missing = (['keys', ...NAMES] as const).filter(
          (store) => !created.objectStoreNames.contains(store),
        );
        for (const store of missing) {
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
    // In one transaction, so that of two tabs that open it first, both use the same keys.
    const transaction = db.transaction('keys', 'readwrite', { durability: 'strict' });
    const known = await transaction.store.get('keys');
    if (!known) await transaction.store.put(made, 'keys');
    await transaction.done;
    return new Store(db, known ?? made);
  }

  close(): void {
    this.#db.close();
  }

  /** Returns a key for what must not be stored in plain text, such as an account. */
  lookup(text: string): Promise<string> {
    return lookupKey(this.#keys, text);
  }

  async #open<Name extends StoreName>(name: Name, key: KeyOf<Name>, row: Row): Promise<ValueOf<Name>> {
    const { sealed, version } = row;
    return (await unseal(this.#keys, { place: [name, key], version, sealed })) as ValueOf<Name>;
  }

  /**
   * Returns a record, or undefined if there is none. A batch's changes come first.
   * @throws OperationError if the record was changed outside.
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

  /** Returns a store's largest key, or undefined if it's empty. */
  async lastKey(name: 'outbox'): Promise<number | undefined> {
    const cursor = await this.#db.transaction(name).store.openKeyCursor(null, 'prev');
    return cursor?.key;
  }

  /** Returns a store's smallest key after another one, or undefined if there is none. */
  nextKey(name: 'outbox', after: number): Promise<number | undefined> {
    return this.#db.getKey(name, IDBKeyRange.lowerBound(after, true));
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

  /** Returns the items of a conversation with a message ID. IDs are unique together with their sender only. */
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
    // An array sorts after all numbers and texts.
    const range = IDBKeyRange.bound([conversation], [conversation, []]);
    await Promise.all([
      transaction.objectStore('messages').delete(range),
      transaction.objectStore('early').delete(range),
      transaction.done,
    ]);
  }

  /**
   * Stores a batch in one transaction: all of it, or nothing. Encrypts before, because a transaction doesn't wait for
   * WebCrypto. Callers hold the account's write lock, so that nothing changes in between.
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
    // Awaited below. Until then, its failure is no unhandled one.
    done.catch(() => undefined);
    const requests = puts.map(async ({ name, key }, index) => {
      const objects = transaction.objectStore(name as 'groups');
      const row = rows[index];
      await (row ? objects.put(row, key as string) : objects.delete(key as string));
    });
    const [result] = await Promise.allSettled([Promise.all(requests), ...requests]);
    // Without this, the browser would store what came before a request that it refused.
    if (result.status === 'rejected') aborted(transaction);
    await Promise.all([done, ...requests]);
  }
}
