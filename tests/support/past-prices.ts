import { Client } from 'pg';
import { databaseIn } from '@/scripts/launcher/settings';
import { E2E_DATA_DIR } from './e2e-site';

/**
 * Notes the prices of now as those of the days before yesterday, each six hours, in the database of the site under test:
 * it has just been started. The past day, which other tests look at, stays as it is. Gives how many were noted: none before
 * all coins have a price.
 */
export async function notePastPrices(dataDir = E2E_DATA_DIR): Promise<number> {
  const client = new Client({ connectionString: await databaseIn(dataDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `insert into price_points
       select coin_id, date_bin('6 hours', now(), 'epoch') - make_interval(hours => 6 * step, mins => 5), price
       from prices, generate_series(5, 28) step
       where (select count(*) from prices) = (select count(*) from coins where enabled)
       on conflict do nothing`,
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
