import { Client } from 'pg';
import { anvilClient } from '../../launcher/chains/anvil-client';
import { chainsIn, databaseIn } from '../../launcher/running-site';
import { crowdOfTokens, deployCrowd } from './crowd-tokens';

/** Lists so many further tokens on the first local chain of a site that runs, each held by everybody and with a price. */
export async function listTokens(dataDir: string, count: number): Promise<void> {
  const [chain] = (await chainsIn(dataDir)).chains;
  if (!chain) throw new Error('the site has no chain');
  const tokens = crowdOfTokens(count);
  await deployCrowd(anvilClient(chain), tokens);
  const ids = tokens.map(({ id }) => id);
  const database = new Client({ connectionString: await databaseIn(dataDir) });
  await database.connect();
  try {
    await database.query(
      `insert into coins (id, symbol, name, icon, sort, enabled)
       select id, symbol, name, '/coins/usdt.svg', id, true
       from unnest($1::int[], $2::text[], $3::text[]) listed(id, symbol, name)`,
      [ids, tokens.map(({ symbol }) => symbol), tokens.map(({ name }) => name)],
    );
    await database.query(
      `insert into coin_tokens (coin_id, chain_id, address, decimals)
       select id, $3, address, 18 from unnest($1::int[], $2::text[]) listed(id, address)`,
      [ids, tokens.map(({ address }) => address), chain.id],
    );
    await database.query(
      `insert into prices (coin_id, price, sources, at)
       select id, 0.01 * (id % 997 + 1), '{uniswap-v2}', now() from unnest($1::int[]) id`,
      [ids],
    );
  } finally {
    await database.end();
  }
}
