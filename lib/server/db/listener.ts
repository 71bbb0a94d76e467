import 'server-only';
import { Client } from 'pg';
import { databaseEnv } from '@/lib/settings/env';
import { type Loop, startLoop } from '../loop';

/** Name of the connection in pg_stat_activity. */
export const LISTENER_NAME = 'tidewell-listener';
const CHECK_INTERVAL_MS = 3_000;

/**
 * Listens on a Postgres channel over a dedicated connection, and reconnects if it's lost. `onNotice` receives each
 * notification's payload, or null after each connect, because earlier notifications may have been missed.
 */
export class Listener {
  #client: Client | null = null;
  #loop: Loop | null = null;

  constructor(
    private readonly channel: string,
    private readonly onNotice: (payload: string | null) => void,
  ) {}

  start(): void {
    this.#loop = startLoop(CHECK_INTERVAL_MS, () => this.#check(), `listening for ${this.channel}`);
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
    await this.#client?.end();
  }

  async #check(): Promise<void> {
    if (this.#client) {
      const client = this.#client;
      try {
        await client.query('select 1');
      } catch (error) {
        await this.#drop(client);
        throw error;
      }
      return;
    }
    const client = new Client({
      connectionString: databaseEnv().DATABASE_URL,
      application_name: LISTENER_NAME,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    const forget = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ payload }) => this.onNotice(payload ?? ''));
    await client.connect();
    try {
      await client.query(`listen ${client.escapeIdentifier(this.channel)}`);
      this.#client = client;
      this.onNotice(null);
    } catch (error) {
      await this.#drop(client);
      throw error;
    }
  }

  async #drop(client: Client): Promise<void> {
    if (this.#client === client) this.#client = null;
    await client.end();
  }
}
