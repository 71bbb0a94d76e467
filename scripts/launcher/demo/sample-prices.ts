import { Client } from 'pg';
import { formatUnits, parseUnits } from 'viem';
import { waitUntil } from '@/server/process/process';
import { DEMO_AGE_S } from './demo-month';
import { type Swing, samplePath } from './sample-path';

const STEP_MS = 30 * 60_000;
/** Interval between recorded prices. Their times are multiples of this interval. */
const POINT_MS = 5 * 60_000;
/** Time span of the samples, from the day before the chains' first blocks, so that all of the demo's holdings have a cost. */
const MAX_MS = DEMO_AGE_S * 1_000 + 86_400_000;
/**
 * How long to wait for the first prices, which usually arrive within seconds. A coin without a price gets no samples.
 */
const PATIENCE_MS = 20_000;
const DECIMALS = 18;

const stable: Swing = { seed: 3, keeps: 0.9, change: 0.0003 };
const ether: Swing = { seed: 14, keeps: 1, change: 0.006 };
/** Random walk settings by coin symbol. */
const swings: Readonly<Record<string, Swing>> = {
  ETH: ether,
  WETH: ether,
  tUSDT: stable,
  tDAI: { ...stable, seed: 4 },
  tTIDE: { seed: 1, keeps: 1, change: 0.008 },
};

type Row = { id: number; symbol: string; price: string | null };
type Known = { at: Date; price: string };

async function fill(client: Client, { id, symbol, price }: Row, end: number): Promise<void> {
  const swing = swings[symbol];
  if (!swing || price === null) return;
  const start = end - MAX_MS;
  const { rows } = await client.query<Known>(
    'select at, price::text from price_points where coin_id = $1 and at >= $2 and at < $3 order by at desc limit 1',
    [id, new Date(start), new Date(end)],
  );
  const known = rows[0];
  const steps = Math.floor((end - (known?.at.getTime() ?? start)) / STEP_MS);
  const prices = samplePath(steps, {
    from: known ? parseUnits(known.price, DECIMALS) : null,
    to: parseUnits(price, DECIMALS),
    swing,
  });
  await client.query(
    `insert into price_points (coin_id, at, price, is_sample)
     select $1, point.at, point.price, true from unnest($2::timestamptz[], $3::numeric[]) as point(at, price)
     on conflict do nothing`,
    [
      id,
      prices.map((_, index) => new Date(end - (steps - index) * STEP_MS)),
      prices.map((value) => formatUnits(value, DECIMALS)),
    ],
  );
}

/**
 * Fills the gap in the demo's price history with sample prices, from the last recorded price (or the demo's first block) until the
 * site started at `startedAt`. Use only with the launcher's own database. Waits for current prices, because the samples
 * lead up to them.
 * @throws if the database fails.
 */
export async function storeSamplePrices(
  databaseUrl: string,
  startedAt: number,
  signal: AbortSignal,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const read = async () => {
      const text =
        'select c.id, c.symbol, p.price::text from coins c left join prices p on p.coin_id = c.id where c.enabled';
      return (await client.query<Row>(text)).rows;
    };
    const deadline = Date.now() + PATIENCE_MS;
    const isEnough = async () =>
      signal.aborted || Date.now() > deadline || (await read()).every(({ price }) => price !== null);
    await waitUntil(isEnough, { timeoutMs: 2 * PATIENCE_MS, message: 'the database does not answer' });
    signal.throwIfAborted();
    const end = Math.floor(startedAt / POINT_MS) * POINT_MS;
    for (const row of await read()) await fill(client, row, end);
  } finally {
    await client.end();
  }
}
