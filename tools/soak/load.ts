import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Comparison, chainDeposits, compareCredits, creditedDeposits } from './credits';
import { LoadClient } from './load-client';
import type { LoadSite } from './load-site';
import { Tally } from './tally';
import { LoadUser } from './users';
import { readStream, type StreamCounts, visit } from './visitors';

export type LoadSizes = { visitors: number; users: number; streams: number };

/** Average time between two pages of a visitor, and between two deposits of a user. */
const VISITOR_PACE_MS = 30_000;
const USER_PACE = { minMs: 10_000, maxMs: 30_000 };

/** Callers of all kinds at once, until the load is stopped. */
export class Load {
  readonly tally = new Tally();
  readonly streams: StreamCounts = { open: 0, events: 0 };
  readonly users: LoadUser[];
  readonly #stopping = new AbortController();
  readonly #clients: LoadClient[] = [];
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly site: LoadSite,
    private readonly sizes: LoadSizes,
  ) {
    setMaxListeners(0, this.#stopping.signal);
    const { chains } = site.services;
    this.users = Array.from({ length: sizes.users }, (_, number) => {
      const chain = chains[number % chains.length];
      if (!chain) throw new Error('there is no chain');
      return new LoadUser(this.#client(), chain, number, this.#stopping.signal);
    });
  }

  #client(): LoadClient {
    const client = new LoadClient(this.site.proxy, this.tally, this.#clients.length);
    this.#clients.push(client);
    return client;
  }

  /** Funds the users and starts all callers. `scale` divides the pauses between calls. */
  async start(scale = 1): Promise<void> {
    const { signal } = this.#stopping;
    for (const user of this.users) await user.fund();
    const pace = { minMs: USER_PACE.minMs / scale, maxMs: USER_PACE.maxMs / scale };
    this.#running = Promise.all([
      ...this.users.map((user) => user.run(pace)),
      ...Array.from({ length: this.sizes.visitors }, () =>
        visit(this.#client(), VISITOR_PACE_MS / scale, signal),
      ),
      ...Array.from({ length: this.sizes.streams }, () =>
        readStream(this.#client(), this.tally, {
          counts: this.streams,
          signal,
          spreadMs: VISITOR_PACE_MS / scale,
        }),
      ),
    ]);
    // Awaited in stop. A failure before that must not end the process without a report.
    this.#running.catch(() => undefined);
  }

  /** Returns the deposits that the API has confirmed. */
  get acknowledged(): { chainId: number; txHash: string }[] {
    return this.users.flatMap((user) => user.acknowledged);
  }

  get failedTransactions(): number {
    return this.users.reduce((sum, { failedTransactions }) => sum + failedTransactions, 0);
  }

  /** Stops all callers, and waits until they have finished what they were doing. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    for (const client of this.#clients) client.close();
  }

  /**
   * Compares the credits with the chains. First checks that no confirmed deposit is missing. Then has deposits verified
   * whose users didn't get an answer, as their wallets would do later.
   */
  async settle(): Promise<Comparison> {
    const { services } = this.site;
    const onChain = await chainDeposits(services);
    const before = new Set((await creditedDeposits(services)).map(({ txHash }) => txHash));
    const isOnChain = new Set(onChain.map(({ txHash }) => txHash));
    const lost = this.acknowledged.filter(({ txHash }) => isOnChain.has(txHash) && !before.has(txHash));
    const byOwner = new Map(this.users.map((user) => [user.account.address, user]));
    for (const { txHash, owner, chainId } of onChain) {
      if (before.has(txHash)) continue;
      const chain = services.chains.find(({ id }) => id === chainId);
      await chain?.client.mine({ blocks: 3 });
      await byOwner.get(owner as `0x${string}`)?.verify(txHash as `0x${string}`);
    }
    const comparison = compareCredits(await chainDeposits(services), await creditedDeposits(services));
    const faults = lost.map(({ chainId, txHash }) => `confirmed, but lost: ${chainId} ${txHash}`);
    return { ...comparison, faults: [...faults, ...comparison.faults] };
  }
}

/** Waits for `ms`, unless `signal` aborts. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);
