import { bytesToHex, type Hex } from 'viem';
import type { Engine } from './core/engine';
import { followInbox } from './inbox-stream';
import { syncer } from './sync';

/** How often the server is polled while the stream is closed, in ms. */
const POLL_MS = 60_000;
/** Minimum time between two checks of devices and members when the user returns to the page, in ms. */
const REFRESH_MS = 30_000;
/** First and maximum delay before an unreachable server is tried again, in ms. */
const RETRY_MS = { first: 1_000, max: 5 * 60_000 } as const;

/** Calls back when something is queued for the device. Returns a function that stops it. */
export type FollowInbox = (deviceKey: Hex, onWaiting: () => void) => () => void;

type Options = {
  follow?: FollowInbox | undefined;
  /** Called after each exchange with whether the server could be reached. */
  onExchange: (isOnline: boolean) => void;
  /** Called if the storage failed. Nothing more can be stored then. */
  onStorageFailure: (error: unknown) => void;
};

/**
 * Exchanges messages with the server: when something is queued, sent, or due, when the browser is online again, and
 * with growing delays after a failure. Tabs share the storage, and only one of them follows the server.
 */
export class ServerLoop {
  readonly #engine: Engine;
  readonly #options: Options;
  readonly #syncOnce: ReturnType<typeof syncer>;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #syncing: Promise<void> | null = null;
  #isSyncDue = false;
  #endLeading: () => void = () => {};

  constructor(engine: Engine, options: Options) {
    this.#engine = engine;
    this.#options = options;
    this.#syncOnce = syncer(engine);
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
    let stopFollowing = () => {};
    const followDevice = async () => {
      const device = await this.#engine.store.read('device', 'device');
      stopFollowing();
      // The server has no stream for a device before it's registered.
      const isFollowed = device?.isBound && !device.isRevoked && !this.#isClosed;
      stopFollowing = isFollowed ? follow(bytesToHex(device.publicKey), () => void this.sync()) : () => {};
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

  #onOnline = () => {
    this.#failures = 0;
    void this.sync();
  };

  #onVisible = () => {
    if (document.visibilityState === 'visible') void this.refresh();
  };

  refresh = (): Promise<void> => this.sync(REFRESH_MS);

  /**
   * Runs one exchange with the server at a time. A call during an exchange runs another one afterwards. With `tendMs`,
   * devices and members are checked if the last check was that long ago.
   */
  sync(tendMs?: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#syncing && tendMs === undefined) {
      this.#isSyncDue = true;
      return this.#syncing;
    }
    const before = this.#syncing ?? Promise.resolve();
    const run: Promise<void> = before
      .then(() => this.#exchange(tendMs))
      .then(() => {
        if (this.#syncing !== run) return;
        this.#syncing = null;
        if (!this.#isSyncDue) return;
        this.#isSyncDue = false;
        void this.sync();
      });
    this.#syncing = run;
    return run;
  }

  async #exchange(tendMs?: number): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    let isOnline = false;
    try {
      isOnline = await this.#syncOnce(tendMs);
    } catch (error) {
      if (error instanceof DOMException) return this.#options.onStorageFailure(error);
      // An error in one conversation must not block all others.
      reportError(error);
    }
    if (this.#isClosed) return;
    if (isOnline) this.#failures = 0;
    else this.#retryLater();
    this.#options.onExchange(isOnline);
  }

  #retryLater(): void {
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
  }
}
