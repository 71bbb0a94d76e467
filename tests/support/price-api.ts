import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { cleanup } from '@testing-library/react';
import { EventSource } from 'eventsource';
import { Client } from 'pg';
import type { CoinPrice, Currency } from '@/lib/api/types';
import { databaseIn } from '@/scripts/launcher/settings';
import { E2E_DATA_DIR } from './e2e-site';

export const priceOf = (coinId: number, price: string): CoinPrice => ({
  coinId,
  price,
  change24h: null,
  sources: ['test'],
  at: new Date(0).toISOString(),
  stale: false,
  spark: [],
  sample: false,
});

/** Serves the API's two price calls and its currencies on loopback, for browser code. */
export class PriceApi {
  prices = [priceOf(1, '2500'), priceOf(2, '1')];
  currencies: Currency[] = [];
  refusesStream = false;
  /** URLs requested so far, both lists and streams. */
  readonly asked: string[] = [];
  readonly streams = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    this.asked.push(request.url ?? '');
    const answer = (data: unknown) =>
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ code: 200, msg: '', data }));
    if (pathname === '/api/coin/pricing') answer(this.prices);
    else if (pathname === '/api/config/currencyList') answer(this.currencies);
    else if (this.refusesStream) response.writeHead(503).end();
    else {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
      this.#send(response, this.prices);
    }
  });

  #send(response: ServerResponse, prices: readonly CoinPrice[]): void {
    response.write(`id: 1\nevent: prices\ndata: ${JSON.stringify(prices)}\n\n`);
  }

  /** Sends a price event to every reader of the stream. */
  tell(prices: readonly CoinPrice[]): void {
    for (const response of this.streams) this.#send(response, prices);
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Starts a separate price API for each test in the file, and directs relative URLs to it. */
export function servePrices(): { readonly api: PriceApi } {
  const realFetch = globalThis.fetch;
  const served = { api: new PriceApi() };
  beforeEach(async () => {
    served.api = new PriceApi();
    const origin = await served.api.start();
    globalThis.fetch = ((url, init) => realFetch(new URL(String(url), origin), init)) as typeof fetch;
    // Node has no EventSource, so use a package that implements the same standard.
    globalThis.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(new URL(url, origin));
      }
    } as unknown as typeof globalThis.EventSource;
  });
  afterEach(async () => {
    cleanup();
    globalThis.fetch = realFetch;
    await served.api.stop();
  });
  return served;
}

/** Returns how many coins on the tested site have the launcher's sample prices. */
export async function countSampledCoins(dataDir = E2E_DATA_DIR): Promise<number> {
  const client = new Client({ connectionString: await databaseIn(dataDir) });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      'select count(distinct coin_id)::int as count from price_points where is_sample',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
