import { Client } from 'pg';
import { Registry } from 'prom-client';
import { boot } from '@/lib/server/boot';
import { releaseRequest } from '@/lib/server/card/decision/release-request';
import { followLimits, followStatuses } from '@/lib/server/card/follow-issuer';
import { applyEvents } from '@/lib/server/card/ledger/apply-events';
import { queueEvent } from '@/lib/server/card/ledger/event-queue';
import {
  readLists,
  readOpenAuthorizations,
  readOutcomes,
  readStatuses,
} from '@/lib/server/card/ledger/reconcile';
import { retryCredits } from '@/lib/server/card/ledger/retry-credits';
import { BATCH_ROWS, cleanUp } from '@/lib/server/db/clean-up';
import { database } from '@/lib/server/db/database';
import { addGauges } from '@/lib/server/metrics/gauges';
import { storePoints } from '@/lib/server/prices/store-prices';
import { pushMessages } from '@/lib/server/push/push-messages';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Fill, fill, refill } from '@/tests/support/fill-tables';
import { type Backend, startBackend } from '../../support/api-backend';
import { depositNative } from '../../support/api-deposit';
import { apiPlaces, loadRoute } from '../../support/api-document';
import { imageForm, postImage } from '../../support/api-images';
import { bindNewDevice, revocationBody, send, startGroup } from '../../support/api-messages';
import { signedMessage, tokenOf } from '../../support/api-sign-in';
import { queueTransfer, signTransfer, transferRequest } from '../../support/api-transfers';
import { approvalRequest, CARD_COIN, decideAt, followChain, setPrice } from '../../support/card-database';
import { authorizationOf, disputeOf, reportingIssuer, transactionOf } from '../../support/card-facts';
import { searchForCards } from '../../support/card-searches';
import { EventReader } from '../../support/event-reader';
import { commitBody, DEVICE_SITE, messageBody, welcomeTo } from '../../support/message-frames';
import { keyOf, newDevice } from '../../support/messaging';
import { plain } from '../../support/pictures';
import { ORIGIN, queryDatabase, UNLIMITED } from '../../support/plain-chains';
import { newBrowser } from '../../support/push-browser';
import { planFaults, recordQueries, type SentQuery, touchesGrowing } from '../../support/query-plans';
import { uploadPicture } from '../../support/upload-form';

/** Rows of each table that grows. With fewer, PostgreSQL may prefer to read a whole table. */
const ROWS = 20_000;
const BLOCKS = 100;
/** The most rows that one step of a plan may read. The clean-up and the oldest price points come closest. */
const ROW_LIMIT = 2 * BATCH_ROWS;

const CLEANED = ['nonces', 'sessions', 'rate_limits', 'message_releases'] as const;

const account = demoAccount(1);
let backend: Backend;
let client: Client;
let sent: Map<string, SentQuery>;
let filling: Fill;

async function latestBlocks(): Promise<{ number: bigint; hash: string }[]> {
  const chain = backend.chains[0].client;
  const head = await chain.getBlockNumber();
  const numbers = Array.from({ length: BLOCKS }, (_, index) => head - BigInt(BLOCKS - 1 - index));
  return Promise.all(numbers.map((blockNumber) => chain.getBlock({ blockNumber })));
}

beforeAll(async () => {
  sent = recordQueries();
  backend = await startBackend({
    cardOperator: account.address,
    env: { RATE_LIMITS: `${UNLIMITED},card=999999/1`, ACCOUNT_RETENTION_DAYS: '30' },
  });
  await backend.chains[0].client.mine({ blocks: BLOCKS });
  client = new Client({ connectionString: backend.databaseUrl });
  await client.connect();
  // The first address, so that the first run of the clean-up finds an account to delete. The server may begin a run at any time
  // from here on, and the next one continues after it.
  await client.query(
    `insert into users (address, invite_code, last_signed_in_at) values ('0x0', 'unused', now() - interval '31 days')`,
  );
  filling = {
    sizes: { users: ROWS, deposits: ROWS, expired: ROWS, pricePoints: ROWS },
    chainId: 31337,
    blocks: await latestBlocks(),
  };
  await fill(client, filling);
});
afterAll(async () => {
  await client?.end();
  await backend?.stop();
});

type Call = {
  method?: 'GET' | 'POST';
  query?: string;
  params?: Record<string, string>;
  body?: object;
  status?: number;
};

const post = (body: object, status = 200): Call => ({ method: 'POST', body, status });
const unmined = { chainId: 31337, txHash: `0x${'1'.repeat(64)}` };

const deviceKey = async () => (await bindNewDevice(account, await tokenOf(account))).deviceKey;
/** Starts a conversation of the account's own device. */
async function conversation() {
  const by = { token: await tokenOf(account), deviceKey: await deviceKey() };
  return { by, group: await startGroup(by) };
}
/** A message of the account to its own device. */
async function ownMessage() {
  const { by, group } = await conversation();
  return { by, body: messageBody(by, group, 1, [by.deviceKey]) };
}

/** A signed transfer of the account, as it is sent to the API, while a relayer seems to run. */
async function transferBody() {
  const [chain] = backend.chains;
  await depositNative(chain, account, 1n);
  await queryDatabase(
    backend,
    `insert into senders values ('relayer', $1, '0x01', 'ready', 1, now())
      on conflict (role, chain_id) do update set beat_at = now()`,
    [chain.id],
  );
  return transferRequest(
    chain,
    await signTransfer(chain, account, { to: demoAccount(2).address, amount: 1n }),
  );
}

/** Queues a transfer of the account, and returns its ID. */
async function queuedTransfer() {
  const [chain] = backend.chains;
  await transferBody();
  const signed = await signTransfer(chain, account, { to: demoAccount(2).address, amount: 1n });
  return (await queueTransfer(chain, await tokenOf(account), signed)).id;
}

/** A call of each API route, except those that can't reach the database. */
const CALLS: Record<string, () => Promise<Call>> = {
  '[[...path]]': async () => ({ status: 404 }),
  'article/detail/[id]': async () => {
    const [row] = await queryDatabase<{ id: number }>(
      backend,
      'select max(id) as id from articles where enabled',
    );
    return { params: { id: String(row?.id) } };
  },
  'article/type/ordinary': async () => ({ query: 'pageNum=1&pageSize=5' }),
  'article/unreadCount': async () => ({ query: 'ids=1,2' }),
  'card/create': async () => post({ chainId: 31337, number: 1, type: 'virtual' }),
  'card/dispute': async () =>
    post({ transactionId: 'ipi_1', reason: 'fraudulent', explanation: 'Not me' }, 409),
  'card/ephemeralKey': async () => post({ id: 'ic_1', nonce: 'n', version: '2026-10-28.endive' }, 422),
  'card/frame': async () => ({ status: 404 }),
  'card/list': async () => ({}),
  'card/pin': async () => post({ id: 'ic_1', encryptedPin: 'a.b.c.d.e' }, 422),
  'card/pinFrame': async () => ({ status: 404 }),
  'card/purchases': async () => ({}),
  'card/settleOwed': async () => post(unmined, 425),
  'card/statement': async () => ({
    query: `chainId=31337&token=${backend.chains[0].token}&month=2026-11`,
  }),
  'card/stream': async () => ({}),
  'card/update': async () => post({ id: 'ic_1', blockMerchant: 'net_2', freeze: true }),
  'card/withdrawal': async () => ({ query: 'id=1', status: 404 }),
  'card/withdrawalSignature': async () =>
    post({ chainId: 31337, token: backend.chains[0].token, amountRaw: '1', to: account.address }),
  'coin/[id]': async () => ({ params: { id: '1' } }),
  'coin/all': async () => ({}),
  'coin/dailyPrices': async () => ({ query: 'year=2026&coins=1000001,1000002' }),
  'coin/history': async () => ({ query: 'period=month' }),
  'coin/list': async () => ({ query: 'pageNum=1&pageSize=5&search=eth' }),
  'coin/pricing': async () => ({}),
  'coin/pricing/stream': async () => ({}),
  'config/chainMapping': async () => ({}),
  'config/clearSigning': async () => ({ query: `chainId=1&address=0x${'1'.repeat(40)}` }),
  'config/contractAddressList': async () => ({}),
  'config/currencyList': async () => ({}),
  'config/getLangList': async () => ({}),
  'config/pricing': async () => ({}),
  'config/reported': async () => ({}),
  'config/website': async () => ({}),
  'csp-report': async () => post({}, 400),
  'deposit/verifyTx': async () =>
    post({ chainId: 31337, txHash: await depositNative(backend.chains[0], account, 5n) }),
  'erc7730/[chainId]/[file]': async () => ({ params: { chainId: '31337', file: 'none.json' }, status: 404 }),
  'health/live': async () => ({}),
  'health/ready': async () => ({}),
  'messages/acknowledge': async () => post({ deviceKey: await deviceKey(), ids: [1] }),
  'messages/block': async () => post({ address: demoAccount(2).address, isBlocked: true }),
  'messages/blocks': async () => ({}),
  'messages/commit': async () => {
    const { by, group } = await conversation();
    return post(commitBody(by, group, 1, [by.deviceKey], { welcome: welcomeTo(by.deviceKey) }));
  },
  'messages/device': async () => {
    const device = await newDevice(account, { site: DEVICE_SITE, chainId: 31337 });
    return post({ deviceKey: keyOf(device), binding: device.binding });
  },
  'messages/device/revoke': async () => post(await revocationBody({ account, deviceKey: await deviceKey() })),
  'messages/iceServers': async () => ({ query: `deviceKey=${await deviceKey()}` }),
  'messages/image': async () => {
    const [token, key, id] = [await tokenOf(account), await deviceKey(), 'ab'.repeat(16)];
    // The second upload finds the first.
    for (let round = 0; round < 2; round += 1)
      expect(await postImage({ token }, imageForm(key, id, new Uint8Array([1])))).toMatchObject({
        status: 200,
      });
    return { query: `deviceKey=${key}&id=${id}` };
  },
  'messages/inbox': async () => ({ query: `deviceKey=${await deviceKey()}` }),
  'messages/keyPackages': async () =>
    post({ deviceKey: await deviceKey(), packages: ['AAAA'], lastResort: 'AAAA' }),
  'messages/keyPackages/claim': async () => post({ address: account.address }),
  'messages/log': async () => ({ query: `address=${account.address}` }),
  'messages/report': async () => post({ address: demoAccount(2).address, reason: 'Spam' }),
  'messages/send': async () => post((await ownMessage()).body),
  'messages/stream': async () => {
    const { by, body } = await ownMessage();
    await send(by, body);
    return { query: `deviceKey=${by.deviceKey}` };
  },
  metrics: async () => ({ status: 404 }),
  'nft/media': async () => ({ status: 400 }),
  'nft/metadata': async () => ({ status: 400 }),
  'openapi.json': async () => ({}),
  'pledge/verifyTx': async () => post(unmined, 425),
  'presale/verifyTx': async () => post(unmined, 425),
  // The backend has no key for push messages.
  'push/subscribe': async () =>
    post({ ...newBrowser('https://push.example.org').subscription, kinds: ['money'], alerts: [] }, 404),
  'push/unsubscribe': async () => post({ endpoint: 'https://push.example.org/a' }),
  'tokenlist.json': async () => ({}),
  'transfer/cancel': async () => post({ id: await queuedTransfer() }),
  'transfer/quote': async () =>
    post({ chainId: 31337, coinId: 1, to: demoAccount(2).address, amountRaw: '1' }),
  'transfer/send': async () => post(await transferBody()),
  'transfer/verifyTx': async () => post(unmined, 425),
  'transfer/status': async () => ({ query: `id=${await queuedTransfer()}` }),
  'user/endOtherSessions': async () => post({}),
  'user/generateNonce': async () => post({ address: account.address, chainId: 31337 }),
  'user/info': async () => ({}),
  'user/inviter': async () => {
    await tokenOf(demoAccount(2));
    const text = 'select invite_code from users where address = $1';
    const [row] = await queryDatabase<{ invite_code: string }>(backend, text, [demoAccount(2).address]);
    return post({ code: row?.invite_code });
  },
  'user/login': async () => post(await signedMessage(account)),
  'user/logout': async () => post({}),
  'user/name': async () => post({ name: 'Ada Lovelace' }),
  'user/sessions': async () => ({}),
  'wallet/activity': async () => ({ query: 'pageNum=1&pageSize=20&kind=deposit' }),
  'withdraw/config': async () => ({}),
};
/** Previews read only files, and the upload has a test step of its own. */
const ASIDE = [
  ...['preview', 'preview/exit', 'preview/language', 'upload/avatar'],
  // They need an issuer. What they do is called without them.
  ...['card/issuer/decision', 'card/issuer/events'],
];

async function call(place: string): Promise<void> {
  const { method = 'GET', query = '', params = {}, body, status = 200 } = (await CALLS[place]?.()) ?? {};
  const route = (await loadRoute(place)).calls[method];
  if (!route) throw new Error(`${place} has no ${method}`);
  const token = await tokenOf(account);
  const response = await route(
    new Request(`${ORIGIN}/api/call?${query}`, {
      method,
      headers: { Origin: ORIGIN, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    { params: Promise.resolve(params) },
  );
  if (['card/stream', 'messages/stream'].includes(place) && response.body) {
    const reader = new EventReader(response.body);
    expect([place, await reader.event()]).toEqual([place, expect.anything()]);
    await reader.cancel();
  } else if (status === 200 && place !== 'coin/pricing/stream') await response.text();
  else await response.body?.cancel();
  expect([place, response.status]).toEqual([place, status]);
}

async function loseBlock(): Promise<void> {
  const { client: chain } = backend.chains[0];
  const before = await chain.snapshot();
  await call('deposit/verifyTx');
  await chain.revert({ id: before });
  // Another block at the same height makes the loss certain at once.
  await chain.mine({ blocks: 2 });
  await call('wallet/activity');
}

const MERCHANT = { id: 'net_1', name: 'Shop', category: 'cafes', city: null, country: null };
/** Facts of purchases as they are stored. */
const FACTS = {
  ...{ amount: '1000', currency: 'usd', merchantAmount: '1000', merchantCurrency: 'usd', merchant: MERCHANT },
  createdAt: '2026-01-01T00:00:00Z',
};

/** Makes the first of the stored cards, with its purchase, the account's. */
async function ownCard(): Promise<void> {
  await tokenOf(account);
  const { cardAccount, token } = backend.chains[0];
  await client.query(`update card_holders set owner = $1 where id = 'ich_1'`, [account.address]);
  await client.query('update card_accounts set owner = $1, contract = $2, token = $3 where id = -1', [
    account.address,
    cardAccount,
    token,
  ]);
  const authorization = { id: 'iauth_1', cardId: 'ic_1', status: 'closed', isApproved: true };
  const transaction = { id: 'ipi_1', authorizationId: 'iauth_1', cardId: 'ic_1', type: 'capture' };
  const dispute = { id: 'idp_1', transactionId: 'ipi_1', status: 'submitted' };
  for (const [table, facts] of [
    ['card_authorizations', { ...authorization, requests: [], transactions: [] }],
    ['card_transactions', transaction],
    ['card_disputes', dispute],
  ] as const)
    await client.query(`update ${table} set snapshot = $1 where id = $2`, [{ ...FACTS, ...facts }, facts.id]);
  await client.query(`update card_transactions set amount = -1000 where id = 'ipi_1'`);
  await client.query(`update card_requests set price = 1, margin_bps = 0 where authorization_id = 'iauth_1'`);
}

/** Decides on a purchase with a card, and releases what that reserved. */
async function buy(): Promise<void> {
  const connection: Parameters<typeof setPrice>[0] = {
    query: (text, values) => queryDatabase(backend, text, values),
  };
  await setPrice(connection, CARD_COIN.tUsdt, '1');
  await followChain(connection);
  const request = approvalRequest('ic_3', { eventId: 'evt_new', authorizationId: 'iauth_new' });
  expect(await decideAt(request)).toMatchObject({ reason: 'approved' });
  expect(await releaseRequest(request.eventId)).toBe(true);
  const down = () => Promise.reject(new Error('there is no issuer'));
  await followStatuses({ setStatus: down, cancel: down, readCard: down });
}

/** Reports a purchase, a dispute, and a frozen card, and runs the jobs. */
async function reportPurchases(): Promise<void> {
  const [named, dispute] = [{ id: 'iauth_new', cardId: 'ic_2' }, disputeOf('ipi_new', 400)];
  const capture = transactionOf('ipi_new', -400, { authorizationId: 'iauth_new', cardId: 'ic_2' });
  const authorization = authorizationOf('pending', 1_000, { ...named, transactions: [capture] });
  const issuer = reportingIssuer(authorization);
  await queueEvent('evt_authorization', { kind: 'authorization', authorization }, new Date());
  await queueEvent('evt_dispute', { kind: 'dispute', dispute }, new Date());
  await queueEvent('evt_card', { kind: 'card', cardId: 'ic_2' }, new Date());
  await applyEvents(issuer);
  for (const job of [readLists, readOutcomes, readOpenAuthorizations, readStatuses]) await job(issuer);
  await followLimits({ setLimits: () => Promise.reject(new Error('there is no issuer')) });
  await retryCredits();
  const applied = await queryDatabase(
    backend,
    `select from card_events where id in ('evt_authorization', 'evt_dispute', 'evt_card') and applied_at is not null`,
  );
  expect(applied).toHaveLength(3);
}

test('OPS-4 every query reads tables that grow by an index, and a bounded number of rows', async () => {
  expect([...Object.keys(CALLS), ...ASIDE].sort()).toEqual([...apiPlaces]);
  await ownCard();
  for (const place of Object.keys(CALLS)) await call(place);
  const picture = await plain(300, 300).png().toBuffer();
  for (const side of [300, 301]) {
    const other = await plain(side, side, { r: side % 256, g: 0, b: 0 })
      .png()
      .toBuffer();
    expect(await uploadPicture(await tokenOf(account), side === 300 ? picture : other)).toMatchObject({
      code: 200,
    });
  }
  await loseBlock();
  await buy();
  await reportPurchases();
  // The sender's role for cards is another process.
  await searchForCards(client, { chainId: 31337, head: BigInt(ROWS - 10) });
  await pushMessages();
  const registry = new Registry();
  addGauges(registry);
  await registry.metrics();
  await cleanUp();
  await storePoints(database('public'));
  // A start checks every chain, too.
  await boot();
  // The plans are checked with the expired rows, because the planner reads an almost empty table without an index. They stay
  // uncommitted, because the server's clean-up could otherwise delete them before the check.
  await client.query('begin');
  await refill(client, filling, CLEANED);

  const queries = [...sent.values()].filter(touchesGrowing);
  expect(queries.length).toBeGreaterThan(25);
  expect(queries.some(({ text }) => text.includes('with gone as'))).toBe(true);
  await client.query('analyze');
  const faults: string[] = [];
  for (const query of queries)
    for (const fault of await planFaults(client, query, ROW_LIMIT)) faults.push(`${fault}: ${query.text}`);
  await client.query('rollback');
  expect(faults).toEqual([]);
});

test('OPS-6 a statement of the clean-up deletes at most a batch', () => {
  const batches = [...sent.values()].filter(({ text }) =>
    /^\s*delete from "(nonces|sessions|rate_limits)" where ctid/.test(text),
  );
  expect(batches.map(({ rows }) => rows)).toEqual([BATCH_ROWS, BATCH_ROWS, BATCH_ROWS]);
});

test.each<[fault: RegExp, text: string]>([
  [/^reads all of transactions$/, "select from transactions where block_hash = 'x'"],
  [
    /^reads 5001 rows of transactions/,
    `select id from transactions where chain_id = 31337 and orphaned_at is null order by block_number desc offset 5000 limit 1`,
  ],
])('OPS-4 the check finds a query that %s', async (fault, text) => {
  await client.query('begin');
  const found = await planFaults(client, { text, values: [] }, ROW_LIMIT);
  await client.query('rollback');
  expect(found).toEqual([expect.stringMatching(fault)]);
});
