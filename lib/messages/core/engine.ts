import { type Address, bytesToHex, type Hex, isAddressEqual } from 'viem';
import type { Device } from '@/lib/messages/mls/device';
import { type Trust, trustOf, type VerifyContractSignature } from '@/lib/messages/protocol/device-binding';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId, ReceivedSignal } from '@/lib/messages/protocol/view-types';
import type { StoredSettings } from '@/lib/messages/storage/records';
import { Batch, databaseName, Store } from '@/lib/messages/storage/store';
import type { MessagesApi } from './api';
import { withChainBudget } from './chain-budget';

/**
 * Runs work in one tab of the site at a time (Web Locks API). With `ifTaken`, runs that instead of waiting for a lock that
 * is taken.
 */
export type Locks = <T>(name: string, work: () => Promise<T>, ifTaken?: () => Promise<T>) => Promise<T>;

/** Maximum size of all cached images on this device, in bytes of ciphertext. The oldest are deleted first. */
const MAX_CACHED_IMAGE_BYTES = 200 * 1_024 * 1_024;

/**
 * Maximum time of verifying contract signatures in five minutes, in ms: for each account that the user trusts, for each
 * stranger, and for all strangers together. Strangers can therefore never delay others.
 */
const CHAIN_BUDGETS_MS = { trusted: 60_000, stranger: 6_000, strangers: 10_000 } as const;
/** Maximum number of accounts whose time is counted. */
const MAX_COUNTED = 200;

export type EngineOptions = {
  account: Address;
  /** Host of the site. Device bindings are valid for this host only. */
  site: string;
  api: MessagesApi;
  verifyContract: VerifyContractSignature;
  /** Returns whether the account is in the user's contacts. */
  isContact: (account: Address) => boolean;
  locks?: Locks;
  /** Returns the current time in ms since the epoch. */
  now?: () => number;
  maxImageBytes?: number;
};

/** Changes to the storage, for views in this tab and others. */
export type StoreChange = {
  conversations: readonly ConversationId[];
  /** Changed items as [conversation, sequence]. Sequence -1 means all items of the conversation. */
  items: readonly (readonly [ConversationId, number])[];
  /** Whether the device, the settings, or identities changed. */
  hasOthers: boolean;
  hasDevice: boolean;
};

const browserLocks: Locks = (name, work, ifTaken) =>
  // Locking is essential: two tabs could otherwise use the same message key. All supported browsers have Web Locks.
  navigator.locks.request(name, { ifAvailable: ifTaken !== undefined }, (lock) =>
    lock === null && ifTaken ? ifTaken() : work(),
  ) as ReturnType<typeof work>;

const DEFAULT_SETTINGS: StoredSettings = {
  sharesTyping: false,
  sharesReadMarks: false,
  sharedName: null,
  blocked: [],
  refusedItems: 0,
};

/**
 * State shared by all parts of the messenger: storage, API, and locks. Each conversation has a lock for sending, and the
 * account has one for fetching. Records, including MLS states, change only under the write lock, which is held briefly and
 * never while waiting for the server. Locks are taken in this order.
 */
export class Engine {
  readonly account: Address;
  readonly site: string;
  readonly api: MessagesApi;
  readonly isContact: EngineOptions['isContact'];
  readonly trust: Trust;
  /** Verifies all signatures but those of contract accounts. */
  readonly contractsTrust: Trust;
  readonly #limited = { trusted: new Map<string, Trust>(), strangers: new Map<string, Trust>() };
  readonly #options: Pick<EngineOptions, 'site' | 'verifyContract'>;
  readonly #verifyForStrangers: VerifyContractSignature;
  readonly now: () => number;
  readonly maxImageBytes: number;
  readonly #locks: Locks;
  readonly #name: string;
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #typingListeners = new Set<(id: ConversationId, by: Address) => void>();
  readonly #signalListeners = new Set<(received: ReceivedSignal) => void>();
  readonly #lockedHere = new Set<string>();

  private constructor(
    readonly store: Store,
    options: EngineOptions,
  ) {
    const { account, site, api, isContact, verifyContract } = options;
    const { locks = browserLocks, now = Date.now, maxImageBytes = MAX_CACHED_IMAGE_BYTES } = options;
    this.account = account;
    this.site = site;
    this.api = api;
    this.isContact = isContact;
    this.now = now;
    this.trust = trustOf({ site, verifyContract });
    this.contractsTrust = trustOf({ site, verifyContract: async () => true });
    this.#options = { site, verifyContract };
    this.#verifyForStrangers = withChainBudget(verifyContract, this, CHAIN_BUDGETS_MS.strangers);
    this.maxImageBytes = maxImageBytes;
    this.#locks = locks;
    this.#name = databaseName(account, site);
  }

  /** Opens the account's storage. @throws DOMException if the browser provides none. */
  static async open(options: EngineOptions, onOutdated?: () => void): Promise<Engine> {
    const store = await Store.open(databaseName(options.account, options.site), onOutdated);
    return new Engine(store, options);
  }

  /** Name of the account's database, locks, and channel. */
  get name(): string {
    return this.#name;
  }

  /**
   * Returns whether an age in ms has passed since a time. Also true for a time in the future, which means that the
   * clock was wrong.
   */
  isPast = (since: number, ageMs: number): boolean => {
    const elapsed = this.now() - since;
    return elapsed >= ageMs || elapsed < 0;
  };

  /** Returns the verifier for what an account sends, with a time limit of its own. */
  limitedTrust(account: Address, isTrusted: boolean): Trust {
    const { site, verifyContract } = this.#options;
    const known = isTrusted ? this.#limited.trusted : this.#limited.strangers;
    const key = account.toLowerCase();
    const verify = isTrusted
      ? withChainBudget(verifyContract, this, CHAIN_BUDGETS_MS.trusted)
      : withChainBudget(this.#verifyForStrangers, this, CHAIN_BUDGETS_MS.stranger);
    const trust = known.get(key) ?? trustOf({ site, verifyContract: verify });
    known.set(key, trust);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > MAX_COUNTED) known.delete(oldest);
    return trust;
  }

  isSelf = (account: Address): boolean => isAddressEqual(account, this.account);

  /** Subscribes to stored changes of this tab. Returns a function that unsubscribes. */
  onChange(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribes to typing indicators. Returns a function that unsubscribes. */
  onTyping(listener: (id: ConversationId, by: Address) => void): () => void {
    this.#typingListeners.add(listener);
    return () => this.#typingListeners.delete(listener);
  }

  announceTyping(id: ConversationId, by: Address): void {
    for (const listener of this.#typingListeners) listener(id, by);
  }

  /** Subscribes to call signals that this tab receives. Returns a function that unsubscribes. */
  onSignal(listener: (received: ReceivedSignal) => void): () => void {
    this.#signalListeners.add(listener);
    return () => this.#signalListeners.delete(listener);
  }

  announceSignal(received: ReceivedSignal): void {
    for (const listener of this.#signalListeners) listener(received);
  }

  announce(change: StoreChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Reads and changes records under the write lock. Stores the batch after `work`, or nothing if it throws. */
  async write<T>(work: (batch: Batch) => Promise<T>): Promise<T> {
    const { batch, result } = await this.#locks(`${this.#name}:write`, async () => {
      const changes = new Batch();
      const done = await work(changes);
      await this.store.commit(changes);
      return { batch: changes, result: done };
    });
    const conversations: ConversationId[] = [];
    const items: [ConversationId, number][] = [];
    let hasOthers = false;
    let hasDevice = false;
    for (const put of batch.puts) {
      if (put.name === 'conversations') conversations.push(put.key);
      if (put.name === 'messages') items.push(put.key);
      hasDevice ||= put.name === 'device';
      if (put.name === 'device' || put.name === 'settings' || put.name === 'identities') hasOthers = true;
    }
    if (conversations.length > 0 || items.length > 0 || hasOthers)
      this.announce({ conversations, items, hasOthers, hasDevice });
    return result;
  }

  #lockedWork<T>(name: string, work: () => Promise<T>, ifTaken?: () => Promise<T>): Promise<T> {
    const locked = async () => {
      this.#lockedHere.add(name);
      try {
        return await work();
      } finally {
        this.#lockedHere.delete(name);
      }
    };
    return this.#locks(`${this.#name}:${name}`, locked, ifTaken);
  }

  /**
   * Runs work that sends in a conversation or commits to its groups, in one tab at a time. Not reentrant. Never taken
   * under the inbox lock, so a slow conversation delays nothing but itself.
   */
  withConversation<T>(id: ConversationId, work: () => Promise<T>): Promise<T> {
    return this.#lockedWork(`conversation:${id}`, work);
  }

  /** As `withConversation`, but skips the work if any tab is sending in the conversation. */
  async tryConversation(id: ConversationId, work: () => Promise<void>): Promise<void> {
    await this.#lockedWork(`conversation:${id}`, work, () => Promise.resolve());
  }

  /** Runs work that fetches from the server or changes this account's devices and blocks, in one tab at a time. Not reentrant. */
  withInbox<T>(work: () => Promise<T>): Promise<T> {
    return this.#lockedWork('inbox', work);
  }

  /** Runs image uploads in one tab at a time, in parallel with other requests. */
  uploads<T>(work: () => Promise<T>): Promise<T> {
    return this.#locks(`${this.#name}:uploads`, work);
  }

  /** Runs long-lived work in one tab. When that tab closes, the next one takes over. */
  lead(work: () => Promise<void>): Promise<void> {
    return this.#locks(`${this.#name}:leader`, work);
  }

  close(): void {
    this.#listeners.clear();
    this.#typingListeners.clear();
    this.#signalListeners.clear();
    this.store.close();
  }

  /** Asserts that a conversation's lock is held. @throws Error if it isn't. */
  requireConversation(id: ConversationId): void {
    if (!this.#lockedHere.has(`conversation:${id}`)) throw new Error('the conversation is not locked');
  }

  /** Asserts that the inbox lock is held. @throws Error if it isn't. */
  requireInbox(): void {
    if (!this.#lockedHere.has('inbox')) throw new Error('the inbox is not locked');
  }

  /** Returns this browser's device. @throws MessengerError if there is none or it was revoked. */
  async device(): Promise<Device & { deviceKey: Hex }> {
    const stored = await this.store.read('device', 'device');
    if (!stored || stored.isRevoked) throw new MessengerError('noDevice');
    const { signKey, publicKey, binding } = stored;
    return { signKey, publicKey, binding, deviceKey: bytesToHex(publicKey) };
  }

  /** Returns the key of this browser's device, even if it was revoked, or null if there is none. */
  async ownKey(): Promise<Hex | null> {
    const stored = await this.store.read('device', 'device');
    return stored ? bytesToHex(stored.publicKey) : null;
  }

  /** Returns when the last resort was uploaded, in ms since the epoch. */
  async lastResortAt(): Promise<number> {
    return (await this.store.read('device', 'device'))?.lastResortAt ?? 0;
  }

  async settings(batch?: Batch): Promise<StoredSettings> {
    return { ...DEFAULT_SETTINGS, ...(await this.store.read('settings', 'settings', batch)) };
  }
}

/** Returns a function that returns an engine's own instance of a state, which lives as long as the engine. */
export function engineState<State>(create: () => State): (engine: Engine) => State {
  const states = new WeakMap<Engine, State>();
  return (engine) => {
    const state = states.get(engine) ?? create();
    states.set(engine, state);
    return state;
  };
}
