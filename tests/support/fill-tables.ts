import type { Client } from 'pg';

/** Number of rows: users, verified deposits, and expired rows in each of nonces, sessions, and rate limits. */
export type Sizes = { users: number; deposits: number; expired: number; pricePoints: number };

/** Tables that grow with the number of users or with time, and not with the operator's files. */
export const GROWING_TABLES = [
  'article_reads',
  'card_accounts',
  'card_authorizations',
  'card_disputes',
  'card_entries',
  'card_events',
  'card_holders',
  'card_operations',
  'card_requests',
  'card_settlements',
  'card_transactions',
  'card_withdrawals',
  'cards',
  'message_blocks',
  'message_commits',
  'message_contents',
  'message_devices',
  'message_groups',
  'message_images',
  'message_key_packages',
  'message_log',
  'message_queue',
  'message_receipts',
  'message_releases',
  'message_reports',
  'message_usage',
  'nonces',
  'outbox',
  'price_points',
  'rate_limits',
  'sessions',
  'transactions',
  'transfers',
  'users',
] as const;

/** A block of the local chain. */
export type Block = { number: bigint; hash: string };
/**
 * `blocks` are the latest blocks of the chain, in order. The newest deposits are in these blocks, because a check compares
 * them with the chain. Older deposits have made-up hashes and heights, down to below 0, because mining takes too long.
 */
export type Fill = { sizes: Sizes; chainId: number; blocks: readonly Block[] };

const DEPOSITS_PER_BLOCK = 2;

const addressOf = (number: string) => `'0x' || lpad(to_hex(${number}), 40, '0')`;
const POINTS_PER_COIN = 1_000;

const DEVICE = "'0x' || lpad(to_hex(n), 64, '0')";
/** SQL statements that add, for each user, a transfer without a fee in a transaction of its own, one per minute. */
const JOBS: readonly [what: string, text: string][] = [
  [
    'sent transactions',
    `outbox (id, role, chain_id, sender, nonce, "to", data, gas, max_fee, max_tip, raw, hashes, signed_at_block, created_at,
        block_number, fee_paid, settled_at)
      select -n, 'relayer', 31337, '0x01', n, '0x02', '0x', 1, 1, 1, '0x', array[md5(n::text)], 1,
        now() - interval '1 minute' * n, 1, 1, now()`,
  ],
  [
    'transfers',
    `transfers (id, chain_id, route, contract, owner, token, "to", amount_raw, nonce, deadline, signature, proof, state,
        outbox_id, queued_at_block, created_at, settled_at)
      select '0x' || md5(n::text), 31337, 'vault', '0x02', ${addressOf('n')}, '0x02', '0x03', 1, 1, 1, '0x', 'key',
        'confirmed', -n, 1, now() - interval '1 minute' * n, now()`,
  ],
];

const PURCHASE = "1000, 'usd', 1000, 'usd'";
/** SQL statements that add, for each user, a card with its own account, and a disputed purchase with it, one per minute. */
const CARDS: readonly [what: string, text: string][] = [
  ['card holders', `card_holders select 'ich_' || n, ${addressOf('n')}, 'US', 'active', now(), now()`],
  [
    'card accounts',
    `card_accounts (id, chain_id, contract, owner, token, coin_id, decimals, balance, block_number, block_hash)
      select -n, 31337, '0x0c', ${addressOf('n')}, '0x02', 2, 6, 1000000000, n, '0x01'`,
  ],
  [
    'cards',
    `cards (id, holder_id, account_id, chain_card, type, last_four, currency, status, day_limit, month_limit, offline_limit,
        over_capture_bps, read_at)
      select 'ic_' || n, 'ich_' || n, -n, n, 'virtual', '4242', 'usd', 'active', 500000000, 2000000000, 100000000, 2000, now()`,
  ],
  ['card events', `card_events (id) select 'evt_' || n`],
  [
    'card requests',
    `card_requests (event_id, authorization_id, card_id, account_id, amount, currency, merchant_amount, merchant_currency,
        merchant_id, merchant_category, is_approved, reason, approved_amount, reserved_raw, created_at, decided_at, outcome_at, ms)
      select 'evt_' || n, 'iauth_' || n, 'ic_' || n, -n, ${PURCHASE}, 'net_1', 'cafes', true, 'approved', 1000, 10000000,
        now() - interval '1 minute' * n, now() - interval '1 minute' * n, now(), 1`,
  ],
  [
    'card operations',
    `card_operations (id, kind, chain_id, card_id, chain_card, hold_id, chain_hold_id, sequence, amount_raw, authorization_id, event_id,
        state, block_number, created_at)
      select -n, 'hold', 31337, 'ic_' || n, n, '0x' || md5(n::text), '0x' || md5(n::text), 1, 10000000, 'iauth_' || n, 'evt_' || n,
        'posted', n, now() - interval '1 minute' * n`,
  ],
  [
    'card entries',
    `card_entries (chain_id, contract, owner, token, kind, amount_raw, tx_hash, log_index, block_number, block_hash, at, operation_id)
      select 31337, '0x0c', ${addressOf('n')}, '0x02', 'topUp', 1, '0x' || md5(n::text), 0, n, '0x01', now(), -n`,
  ],
  [
    'card withdrawals',
    `card_withdrawals (id, account_id, amount_raw, "to", state, digest, block_number)
      select -n, -n, 1, '0x03', 'done', '0x' || md5(n::text), n`,
  ],
  ['card settlements', `card_settlements select 31337, '0x' || md5(n::text), 0, -n, 1, now()`],
  [
    'card authorizations',
    `card_authorizations (id, card_id, status, snapshot, created_at, next_read_at)
      select 'iauth_' || n, 'ic_' || n, 'closed', '{}', now() - interval '1 minute' * n, now() - interval '1 minute' * n`,
  ],
  [
    'card transactions',
    `card_transactions (id, card_id, authorization_id, kind, amount, currency, merchant_amount, merchant_currency, price,
        margin_bps, snapshot, created_at)
      select 'ipi_' || n, 'ic_' || n, 'iauth_' || n, 'capture', ${PURCHASE}, 1, 0, '{}', now() - interval '1 minute' * n`,
  ],
  [
    'card disputes',
    `card_disputes (id, card_id, transaction_id, status, amount, currency, snapshot, created_at)
      select 'idp_' || n, 'ic_' || n, 'ipi_' || n, 'submitted', 1000, 'usd', '{}', now() - interval '1 minute' * n`,
  ],
];

/**
 * SQL statements that add, for each user, a device, a conversation that it started, and a queued message that another
 * device has acknowledged. The only parameter is the number of users.
 */
const MESSAGES: readonly [what: string, text: string][] = [
  ['messaging devices', `message_devices select ${DEVICE}, ${addressOf('n')}, now(), null`],
  ['logs of devices', `message_log select ${addressOf('n')}, 1, '{}'::jsonb, '0x' || md5(n::text)`],
  [
    'key packages',
    `message_key_packages (device_key, content, is_last_resort, expires_at)
      select ${DEVICE}, '', n % 2 = 0, now() + interval '28 days'`,
  ],
  ['conversations', `message_groups select md5(n::text), 1, sha256(n::text::bytea)`],
  ['commits', `message_commits select md5(n::text), 0, ${DEVICE}, sha256(n::text::bytea), null, '{}', now()`],
  ['receipts', `message_receipts select md5(n::text), ${DEVICE}, md5(n::text), '{}', now()`],
  ['message contents', `message_contents (id, content) select -n, sha256(n::text::bytea)`],
  [
    'waiting messages',
    `message_queue (device_key, kind, group_id, sender, content_id, sent_at)
      select ${DEVICE}, 'message', md5(n::text), ${addressOf('n')}, -n, now() - (n % 20000) * interval '1 minute'`,
  ],
  ['released contents', `message_releases (content_id) select -n`],
  ['images', `message_images select md5(n::text), sha256(n::text::bytea), now()`],
  ['usage', `message_usage select ${addressOf('n')}, current_date, n, 0`],
  ['blocks', `message_blocks select ${addressOf('n')}, ${addressOf('n + 1')}`],
  [
    'reports',
    `message_reports (reporter, reported, reason) select ${addressOf('n')}, ${addressOf('n + 1')}, 'Spam'`,
  ],
];

/** Returns the statements that fill the tables, by what they add. */
function statements({ sizes, chainId, blocks }: Fill): [what: string, text: string, values: unknown[]][] {
  const { users, deposits, expired, pricePoints } = sizes;
  const top = blocks.at(-1)?.number ?? 0n;
  return [
    [
      'users',
      `insert into users (address, name, invite_code)
        select ${addressOf('n')}, 'User ' || n, 'code' || n from generate_series(1, $1::int) n`,
      [users],
    ],
    [
      'read marks',
      `insert into article_reads select ${addressOf('n')}, (select min(id) from articles) from generate_series(1, $1::int) n`,
      [users],
    ],
    ...[...JOBS, ...CARDS, ...MESSAGES].map(([what, text]): [string, string, unknown[]] => [
      what,
      `insert into ${text} from generate_series(1, $1::int) n`,
      [users],
    ]),
    [
      'expired nonces',
      `insert into nonces select 'nonce' || lpad(n::text, 19, '0'), ${addressOf('n')}, ${chainId}, 'site', 'https://site', 'Sign in',
          now() - interval '1 hour', now() - interval '55 minutes' from generate_series(1, $1::int) n`,
      [expired],
    ],
    [
      'expired sessions',
      `insert into sessions select lpad(to_hex(n), 64, '0'), ${addressOf(`n % ${users} + 1`)}, now() - interval '3 days',
          now() - interval '2 days' from generate_series(1, $1::int) n`,
      [expired],
    ],
    [
      'expired rate limits',
      `insert into rate_limits select 'login:' || lpad(n::text, 10, '0'), 1, 1 from generate_series(1, $1::int) n`,
      [expired],
    ],
    [
      'deposits, of which one in a thousand was orphaned days ago',
      `insert into transactions (kind, chain_id, tx_hash, log_index, owner, coin_id, amount_raw, decimals, block_number, block_hash,
          block_time, verified_at, orphaned_at)
        select 'deposit', ${chainId}, '0x' || lpad(to_hex(n), 64, '0'), 0, ${addressOf(`n % ${users} + 1`)}, 1, n, 18, height,
          coalesce(hash, '0x' || md5(height::text)), now() - interval '1 day', now() - interval '1 day',
          case when n % 1000 = 0 then now() - interval '2 days' end
        from generate_series(1, $1::bigint) n
          cross join lateral (select $2::bigint - ($1::bigint - n) / ${DEPOSITS_PER_BLOCK} as height) at_height
          left join unnest($3::bigint[], $4::text[]) as known(number, hash) on known.number = height`,
      [deposits, top, blocks.map(({ number }) => number), blocks.map(({ hash }) => hash)],
    ],
    [
      'coins that are no longer listed',
      `insert into coins select 1000000 + n, 'OLD' || n, 'Old ' || n, '/old.svg', n, false from generate_series(1, $1::int) n`,
      [Math.ceil(pricePoints / POINTS_PER_COIN)],
    ],
    [
      'price points',
      `insert into price_points (coin_id, at, price)
        select 1000000 + coin, date_bin('5 minutes', now(), 'epoch') - n * interval '55 minutes', 2500
        from generate_series(1, $1::int) coin, generate_series(1, ${POINTS_PER_COIN}) n`,
      [Math.ceil(pricePoints / POINTS_PER_COIN)],
    ],
  ];
}

/** Adds the rows of some tables that were deleted since the database was filled. */
export async function refill(client: Client, filling: Fill, tables: readonly string[]): Promise<void> {
  await client.query('set local session_replication_role = replica');
  for (const [, text, values] of statements(filling))
    if (tables.some((table) => text.startsWith(`insert into ${table} `)))
      await client.query(`${text} on conflict do nothing`, values);
}

/** Fills a migrated and seeded database, and analyzes it. `onStep` is called after each step with its duration. */
export async function fill(
  client: Client,
  filling: Fill,
  onStep: (what: string, ms: number) => void = () => undefined,
): Promise<void> {
  // References aren't checked row by row, which would take most of the time.
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  for (const [what, text, values] of [...statements(filling), ['statistics', 'analyze', []] as const]) {
    const startedAt = performance.now();
    await client.query(text, [...values]);
    onStep(what, performance.now() - startedAt);
  }
  await client.query('reset session_replication_role; reset synchronous_commit');
}
