import { Client } from 'pg';
import type { Address } from 'viem';

const CONTRACT = '0x00000000000000000000000000000000000000cA';
/** Base units: no limit and no balance is used up. */
const PLENTY = '1000000000000';
/** A chain that no sender serves, so that nothing else of the site runs meanwhile. Its long GRACE keeps holds from becoming late. */
const CHAIN_ID = 999;

const CHAIN = `
  with chain as (
      insert into chains select (jsonb_populate_record(null::chains, to_jsonb(c) || jsonb_build_object('id', $1::int))).*
        from chains c order by c.id limit 1)
  insert into card_mirrors (chain_id, contract, block_number, grace, block_at, read_at)
    values ($1, $2, 1, 86400, now(), now() + interval '1 day')`;

/**
 * Adds accounts of tUSDT with a card each, on a chain of their own: one of `owner`, and `count - 1` of others. Returns the cards'
 * IDs, the owner's first.
 */
export async function seedCards(databaseUrl: string, owner: Address, count: number): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(CHAIN, [CHAIN_ID, CONTRACT]);
    const { rows } = await client.query<{ card: string }>(
      `with token as (
          select $6::int as chain_id, t.address, t.decimals, t.coin_id from coin_tokens t join coins c on c.id = t.coin_id
            where c.symbol = 'tUSDT' order by t.chain_id limit 1),
        owners as (
          select n, case n when 0 then $1 else '0x' || lpad(to_hex(n), 40, '0') end as address from generate_series(0, $2 - 1) n),
        known as (
          insert into users (address, invite_code) select address, address from owners on conflict do nothing),
        holders as (
          insert into card_holders (id, owner, country, status) select 'ich_bench' || n, address, 'US', 'active' from owners
            returning id, owner),
        accounts as (
          insert into card_accounts (chain_id, contract, owner, token, coin_id, decimals, balance, block_number, block_hash)
            select chain_id, $3, owners.address, token.address, coin_id, decimals, $4, 1, '0x01' from token, owners
            returning id, owner)
        insert into cards (id, holder_id, account_id, chain_card, type, last_four, currency, status, day_limit, month_limit,
            offline_limit, over_capture_bps)
          select 'ic_' || h.id, h.id, a.id, a.id, 'virtual', '4242', 'usd', 'active', $5, $5, 0, 2000
            from holders h join accounts a using (owner) order by h.owner = $1 desc returning id as card`,
      [owner, count, CONTRACT, PLENTY, PLENTY, CHAIN_ID],
    );
    return rows.map(({ card }) => card);
  } finally {
    await client.end();
  }
}
