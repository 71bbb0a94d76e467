import { bytesToHex } from 'viem';
import { recordRevocation } from '@/lib/messages/members/devices';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { ConversationQueues } from '@/lib/messages/send/conversation-queues';
import type { Engine } from './core/engine';
import { type FollowInbox, followInbox } from './inbox-stream';
import { Acknowledgments } from './receive/acknowledgments';
import { forgetAcknowledged } from './receive/inbox';
import { StreamedItems } from './receive/streamed-items';
import type { Inbox } from './storage/records';
import { type Synced, syncer } from './sync';

/** How often the server is polled, in ms, because the stream may be closed. */
const POLL_MS = 60_000;
/** Minimum time between two checks of devices and members when the user returns to the page, in ms. */
const REFRESH_MS = 30_000;
/** First and maximum delay before an unreachable server is tried again, in ms. */
const RETRY_MS = { first: 1_000, max: 5 * 60_000 } as const;

/** Number of conversations that are maintained at a time, to send few requests at once. */
const MAINTAINED_AT_ONCE = 4;

type Options = {
  follow?: FollowInbox | undefined;
  /** Called after each exchange with whether the server could be reached. */
  onExchange: (isOnline: boolean) => void;
  /** Called if the storage failed. Nothing more can be stored then. */
  onStorageFailure: (error: unknown) => void;
};

/** An exchange that has fetched. `sent` resolves when everything is sent or has failed. */
type Sending = { sent: Promise<void> };

/**
 * Exchanges messages with the server: when something is queued, sent, or due, when the browser is online again, and
 * with growing delays after a failure. Tabs share the storage, and only one of them follows the server.
 */
export class ServerLoop {
  readonly #engine: Engine;
  readonly #options: Options;
  readonly #syncOnce: ReturnType<typeof syncer>;
  readonly #queues: ConversationQueues;
  readonly #streamed = new StreamedItems();
  readonly #acknowledgments: Acknowledgments;
  /** Conversations in which the server couldn't be reached. */
  #failing: ReadonlySet<ConversationId> = new Set();
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #syncing: Promise<Sending> | null = null;
  #isReceiving = false;
  #isSyncDue = false;
  #endLeading: () => void = () => {};

  constructor(engine: Engine, options: Options) {
    this.#engine = engine;
    this.#options = options;
    this.#queues = new ConversationQueues(engine);
    this.#acknowledgments = new Acknowledgments(engine, () => void this.sync());
    this.#syncOnce = syncer(engine, this.#streamed, this.#acknowledgments);
  }

  start(): void {
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.#onOnline);
      document.addEventListener('visibilitychange', this.#onVisible);
    }
    // The first tab leads until it closes. Then another tab takes over.
    void this.#engine.lead(() => this.#lead());
    void this.sync();
  }

  async #lead(): Promise<void> {
    if (this.#isClosed) return;
    const { follow = followInbox } = this.#options;
    const handlers = {
      beforeOpen: this.#beforeStream,
      onInbox: this.#onInbox,
      onRefused: () => void this.sync(),
    };
    let stopFollowing = () => {};
    const followDevice = async () => {
      const device = await this.#engine.store.read('device', 'device');
      stopFollowing();
      // The server has no stream for a device before it's registered.
      const isFollowed = device?.isBound && !device.isRevoked && !this.#isClosed;
      stopFollowing = isFollowed ? follow(bytesToHex(device.publicKey), handlers) : () => {};
    };
    const stopWatching = this.#engine.onChange(({ hasDevice }) => {
      if (hasDevice) void followDevice();
    });
    void followDevice();
    const poll = setInterval(() => void this.sync(), POLL_MS);
    // Nothing is awaited before this, so closing the messenger right after its start ends the lead as well.
    await new Promise<void>((resolve) => {
      this.#endLeading = resolve;
    });
    clearInterval(poll);
    stopWatching();
    stopFollowing();
  }

  #beforeStream = (): Promise<void> =>
    this.#engine.withInbox(async () => {
      // What an earlier stream has brought may be acknowledged by now, and is forgotten.
      this.#streamed.requireFetch();
      await forgetAcknowledged(this.#engine);
    });

  #onInbox = (inbox: Inbox) => {
    this.#streamed.add(inbox);
    void this.#syncNext();
  };

  #onOnline = () => {
    this.#failures = 0;
    void this.sync();
  };

  #onVisible = () => {
    if (document.visibilityState === 'visible') void this.refresh();
  };

  refresh = (): Promise<void> => this.sync(REFRESH_MS);

  /**
   * Fetches from the server, one exchange at a time, and then sends in each conversation. A call during an exchange runs
   * another one afterwards. With `tendMs`, devices and members are checked if the last check was that long ago. Resolves
   * when everything is sent or has failed.
   */
  sync(tendMs?: number): Promise<void> {
    this.#streamed.requireFetch();
    return this.#syncNext(tendMs);
  }

  /** As `sync`, but only fetches if the stream hasn't brought everything. */
  async #syncNext(tendMs?: number): Promise<void> {
    if (this.#isClosed) return;
    if (this.#syncing && tendMs === undefined) {
      this.#isSyncDue = true;
      await (await this.#syncing).sent;
      return;
    }
    const before: Promise<unknown> = this.#syncing ?? Promise.resolve();
    const run: Promise<Sending> = before.then(async () => {
      const sending = await this.#exchange(tendMs);
      if (this.#syncing === run) {
        this.#syncing = null;
        if (this.#isSyncDue) {
          this.#isSyncDue = false;
          void this.#syncNext();
        }
      }
      return sending;
    });
    this.#syncing = run;
    await (await run).sent;
  }

  async #exchange(tendMs?: number): Promise<Sending> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isClosed) return { sent: Promise.resolve() };
    let synced: Synced = { isOnline: false, due: new Map() };
    try {
      synced = await this.#syncOnce(tendMs);
    } catch (error) {
      this.#onError(error);
      if (error instanceof DOMException) return { sent: Promise.resolve() };
    }
    if (this.#isClosed) return { sent: Promise.resolve() };
    const { isOnline, due } = synced;
    this.#isReceiving = isOnline;
    this.#failing = new Set([...this.#failing].filter((id) => due.has(id)));
    this.#report();
    return { sent: this.#sendDue(due) };
  }

  /** Sends in all conversations at once, and maintains a few of the others at a time. */
  async #sendDue(due: Synced['due']): Promise<void> {
    const all = [...due].map(([id, one]) => ({ id, ...one }));
    const others = all.filter(({ isSending }) => !isSending);
    await Promise.all([
      ...all.filter(({ isSending }) => isSending).map(({ id, isMaintained }) => this.#send(id, isMaintained)),
      ...Array.from({ length: MAINTAINED_AT_ONCE }, async () => {
        for (let next = others.shift(); next; next = others.shift()) await this.#send(next.id, true);
      }),
    ]);
  }

  /** Sends what waits in a conversation, without waiting for others. Resolves when it is sent or has failed. */
  async #send(id: ConversationId, isMaintained = false): Promise<void> {
    if (this.#isClosed) return;
    const { isOnline, isRevoked, failures } = await this.#queues.run(id, isMaintained);
    for (const error of failures) this.#onError(error);
    if (isRevoked)
      await this.#engine
        .withInbox(() => recordRevocation(this.#engine))
        .catch((error: unknown) => {
          if (!(error instanceof MessengerError || error instanceof UnverifiedError)) this.#onError(error);
        });
    if (this.#isClosed || isOnline === !this.#failing.has(id)) return;
    const others = [...this.#failing].filter((one) => one !== id);
    this.#failing = new Set(isOnline ? others : [...others, id]);
    this.#report();
  }

  /** An error in one conversation must not block all others. */
  #onError(error: unknown): void {
    if (error instanceof DOMException) this.#options.onStorageFailure(error);
    else reportError(error);
  }

  /** Reports whether the server can be reached, and retries later if not. */
  #report(): void {
    const isOnline = this.#isReceiving && this.#failing.size === 0;
    if (isOnline) this.#failures = 0;
    else this.#retryLater();
    this.#options.onExchange(isOnline);
  }

  #retryLater(): void {
    if (this.#timer !== undefined) return;
    const delay = Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** this.#failures);
    this.#failures += 1;
    // Random, so that clients don't all return at the same moment after an outage.
    this.#timer = setTimeout(() => void this.sync(), delay * (0.75 + Math.random() / 2));
  }

  /** Stops. Resolves when the exchange that is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.#onOnline);
      document.removeEventListener('visibilitychange', this.#onVisible);
    }
    this.#endLeading();
    await this.#syncing;
    await this.#acknowledgments.close();
    await this.#queues.idle();
  }
}
