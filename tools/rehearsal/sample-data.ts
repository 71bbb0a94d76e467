import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import { projectRoot } from '@/scripts/launcher/settings';

/** Creates or migrates the tables, as a start of the site does. */
export const migrateTables = (client: Client) =>
  migrate(drizzle(client), { migrationsFolder: path.join(projectRoot, 'lib/server/db/migrations') });

/** Lists, with text that a wrong encoding or escaping would change. */
const LISTS = `
  insert into languages values (1, 'en', 'English', '/en.svg', true, true, 1), (2, 'zh', '繁體中文', '/zh.svg', false, true, 2);
  insert into currencies values (1, 'USD', '$', 2, 1, now(), true), (2, 'TWD', 'NT$', 0, 31.875, now(), false);
  insert into chains (id, name, native_symbol, rpc_url, fallback_rpc_urls, server_rpc_url, browser_address, browser_tx, testnet, confirmations, sort, enabled)
    values (31337, 'Chain "A" \\ 一', 'ETH', 'http://a', array['http://b', 'http://c,d'], 'http://e', '', '', true, 1, 1, true);
  insert into contracts values (31337, 'vault_contract', '0x01');
  insert into retired_contracts values (31337, 'vault_contract', '0x02', 9007199254740991);
  insert into coins values (1, 'ETH', E'Ether\\t🪙', '/eth.svg', 1, true), (2, 'tUSDT', 'O''Neil', '/usdt.svg', 2, true);
  insert into coin_tokens values (1, 31337, null, 18), (2, 31337, '0x03', 6);
  insert into operator_settings values ('withdraw', '{"fee": 0.30, "note": "a\\nb", "list": [null, true]}');
  insert into articles select n, now(), n % 5 > 0 from generate_series(1, 50) n;
  insert into article_texts select n, 'zh-Hant', '公告 ' || n, '', repeat('<p>內容 &amp; more</p>', 100), md5(n::text)
    from generate_series(1, 50) n;
  insert into prices values (1, 2500.000000000000000001, array['binance', 'kraken'], now());
  insert into price_points (coin_id, at, price, is_sample)
    select 1, now() - n * interval '5 minutes', 2500 + n, n > 100 from generate_series(1, 2000) n`;

const ADDRESS = "'0x' || lpad(to_hex(n), 40, '0')";

const DEVICE = "'0x' || encode(sha256(n::text::bytea), 'hex')";

/** Rows of the users with the numbers $1 to $2: each has a session, three transactions, and a messaging device. */
const USER_ROWS = [
  `insert into users (address, name, avatar, invite_code, inviter)
    select ${ADDRESS}, case when n % 3 > 0 then '使用者 ' || n end, null, 'code' || n, case when n > 1 then '0x' || lpad(to_hex(n - 1), 40, '0') end
    from generate_series($1::int, $2::int) n`,
  `insert into sessions select encode(sha256(n::text::bytea), 'hex'), ${ADDRESS}, now(), now() + interval '2 hours', case when n % 4 = 0 then now() end
    from generate_series($1::int, $2::int) n`,
  `insert into nonces select 'nonce' || n, ${ADDRESS}, 31337, 'site', 'https://site', 'Sign in', now(), now() + interval '5 minutes'
    from generate_series($1::int, $2::int) n`,
  `insert into rate_limits select 'login:' || n, n % 30, 1900000000000 + n from generate_series($1::int, $2::int) n`,
  `insert into article_reads select ${ADDRESS}, n % 50 + 1 from generate_series($1::int, $2::int) n`,
  // The largest amount is the largest uint256, which doesn't fit into any integer type.
  `insert into transactions (kind, chain_id, tx_hash, log_index, owner, coin_id, amount_raw, decimals, block_number, block_hash, block_time, orphaned_at)
    select (array['deposit', 'presale', 'pledge']::kind[])[part], 31337, '0x' || md5(n::text), part, ${ADDRESS}, part % 2 + 1,
      2::numeric ^ 256 - n, 18, n, '0x' || md5('block' || n), now(), case when n % 100 = 0 then now() end
    from generate_series($1::int, $2::int) n, generate_series(1, 3) part`,
  `insert into message_devices select ${DEVICE}, ${ADDRESS}, now(), case when n % 10 = 0 then now() end
    from generate_series($1::int, $2::int) n`,
  `insert into message_log select ${ADDRESS}, 1, jsonb_build_object('kind', 'bind', 'deviceKey', ${DEVICE}), '0x' || md5(n::text)
    from generate_series($1::int, $2::int) n`,
  `insert into message_groups select md5(n::text), n, sha256(n::text::bytea) from generate_series($1::int, $2::int) n`,
  `insert into message_commits select md5(n::text), n - 1, ${DEVICE}, sha256(n::text::bytea), case when n > 1 then sha256('\\x00') end, array[${DEVICE}], now()
    from generate_series($1::int, $2::int) n`,
  `insert into message_receipts select md5(n::text), ${DEVICE}, md5(n::text), case when n % 2 = 0 then array[${DEVICE}] else '{}' end, now()
    from generate_series($1::int, $2::int) n`,
  `insert into message_usage select ${ADDRESS}, current_date, n * 1000, n * 2000 from generate_series($1::int, $2::int) n`,
  `insert into message_images select md5(n::text), sha256(n::text::bytea), now() from generate_series($1::int, $2::int) n`,
  `insert into push_subscriptions (endpoint, address, token_hash, p256dh, auth, locale, kinds)
    select 'https://push.example.org/' || n, ${ADDRESS}, md5(n::text), 'key', 'secret', 'en', '{money,alerts}' from generate_series($1::int, $2::int) n`,
  `insert into push_alerts (endpoint, id, coin_id, currency, side, price)
    select 'https://push.example.org/' || n, 'a', 1, 'USD', 'above', '1.5' from generate_series($1::int, $2::int) n`,
  `insert into message_blocks select ${ADDRESS}, '0x' || lpad(to_hex(n + 1), 40, '0') from generate_series($1::int, $2::int) n`,
  `insert into message_reports (reporter, reported, reason, group_id)
    select ${ADDRESS}, '0x' || lpad(to_hex(n + 1), 40, '0'), E'詐騙\\t<b>' || n, case when n % 2 = 0 then md5(n::text) end
    from generate_series($1::int, $2::int) n`,
  `insert into message_key_packages (device_key, content, is_last_resort, expires_at)
    select ${DEVICE}, sha256(n::text::bytea), n % 2 = 0, now() + interval '28 days' from generate_series($1::int, $2::int) n`,
  `insert into message_contents (id, content) select n, sha256(n::text::bytea) from generate_series($1::int, $2::int) n`,
  `insert into message_queue (device_key, kind, group_id, sender, content_id)
    select ${DEVICE}, 'message', md5(n::text), ${ADDRESS}, n from generate_series($1::int, $2::int) n`,
  `insert into message_releases (content_id) select n from generate_series($1::int, $2::int) n`,
  `insert into former_avatars select md5(n::text) || '.webp' from generate_series($1::int, $2::int) n`,
];

/** Adds `count` users after the first `from`, with rows in each table that has rows per user. Commits once per table. */
export async function addUsers(client: Client, from: number, count: number): Promise<void> {
  for (const text of USER_ROWS) await client.query(text, [from + 1, from + count]);
}

/** Adds files named after their content, like uploaded pictures. */
export async function addPictures(folder: string, from: number, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let index = from; index < from + count; index += 1) {
    const content = Buffer.alloc(8_192, `picture ${index}`);
    await writeFile(path.join(folder, `${createHash('sha256').update(content).digest('hex')}.webp`), content);
  }
}

/** Fills an empty database and a folder with sample data of `users` users. Afterwards, each table has rows. */
export async function fill(client: Client, folder: string, users: number): Promise<void> {
  await migrateTables(client);
  await client.query(LISTS);
  await addUsers(client, 0, users);
  await addPictures(folder, 0, Math.ceil(users / 20));
  await client.query('analyze');
}
