import 'server-only';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pLimit, { type LimitFunction } from 'p-limit';
import { Client } from 'pg';
import { databaseEnv } from '@/lib/settings/env';
import { describeError, log } from '../log';
import { type Loop, startLoop } from '../loop';

const ATTEMPT_INTERVAL_MS = 2_000;

/**
 * The leader's task. It may write only over the connection that holds the leader lock, unless its changes can be made twice, at
 * the same time, without harm.
 */
export type LeaderTask = { start: () => void; stop: () => Promise<void> };

export type Leadership = {
  /** Advisory lock key, which is the same in every instance. */
  lock: bigint;
  /** What only the leader does, for the log. */
  work: string;
  /** Creates the task. Queries over `db` must be in turn, because a connection runs only one at a time. */
  makeTask: (db: NodePgDatabase, inTurn: LimitFunction) => LeaderTask;
};

/**
 * Elects one leader among all instances with the same database: the one whose connection holds an advisory lock. A task that
 * writes only over that connection can't write after losing the lock, even if it hasn't detected the loss. When the leader
 * stops or loses its connection, another instance takes over at its next attempt.
 */
export class Leader {
  /** Serializes queries, because a connection runs only one at a time. */
  readonly #inTurn = pLimit(1);
  #client: Client | null = null;
  #task: LeaderTask | null = null;
  #loop: Loop | null = null;

  constructor(private readonly leadership: Leadership) {}

  get isLeading(): boolean {
    return this.#task !== null;
  }

  start(): void {
    this.#loop = startLoop(ATTEMPT_INTERVAL_MS, () => this.#attempt(), this.leadership.work);
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
    await this.#resign();
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: databaseEnv().DATABASE_URL,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    client.on('error', (error) => {
      const { work } = this.leadership;
      log.warn({ work, err: describeError(error) }, 'the connection of a leader was lost');
      if (this.#client === client)
        this.#resign().catch((failure: unknown) =>
          log.error({ work, err: describeError(failure) }, 'a leader did not stop'),
        );
    });
    await client.connect();
    this.#client = client;
    // Makes the database server quickly detect a lost connection to the leader's machine. By default, the lock could
    // stay held for hours.
    await client.query(
      'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2',
    );
    return client;
  }

  async #attempt(): Promise<void> {
    try {
      if (this.#task) await this.#inTurn(() => this.#client?.query('select 1'));
      else await this.#campaign();
    } catch (error) {
      await this.#resign();
      throw error;
    }
  }

  async #campaign(): Promise<void> {
    const client = this.#client ?? (await this.#connect());
    const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [
      this.leadership.lock,
    ]);
    if (!rows[0]?.won || this.#client !== client) return;
    this.#task = this.leadership.makeTask(drizzle(client), this.#inTurn);
    this.#task.start();
    log.info({ work: this.leadership.work }, 'this instance leads');
  }

  async #resign(): Promise<void> {
    const [task, client] = [this.#task, this.#client];
    this.#task = null;
    this.#client = null;
    await task?.stop();
    await client?.end();
  }
}
