import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { GET as unknownGet, POST as unknownPost } from '@/app/api/[[...path]]/route';
import { GET as coinById } from '@/app/api/coin/[id]/route';
import { GET as coinAll } from '@/app/api/coin/all/route';
import { GET as coinList } from '@/app/api/coin/list/route';
import { GET as pricing } from '@/app/api/coin/pricing/route';
import { GET as chainMappings } from '@/app/api/config/chainMapping/route';
import { GET as contractList } from '@/app/api/config/contractAddressList/route';
import { GET as currencyList } from '@/app/api/config/currencyList/route';
import { GET as langList } from '@/app/api/config/getLangList/route';
import { GET as websiteInfo } from '@/app/api/config/website/route';
import { GET as live } from '@/app/api/health/live/route';
import { GET as ready } from '@/app/api/health/ready/route';
import { GET as tokenListGet } from '@/app/api/tokenlist.json/route';
import { POST as nonce, DELETE as nonceDelete, GET as nonceGet } from '@/app/api/user/generateNonce/route';
import { coin } from '@/lib/api/schemas/coin';
import { chainMapping, contract, currency, langEntry, website } from '@/lib/api/schemas/config';
import type { ChainsFile } from '@/lib/evm/chains-file';
import { languages as languageTable } from '@/lib/i18n/locales.mjs';
import { migrateAndSeed } from '@/lib/server/db/migrate';
import { childEnv } from '@/lib/settings/process-env';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { parseTokenList } from '@/scripts/tokens/token-list-file';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { ORIGIN, queryDatabase } from '../../support/plain-chains';

let backend: Backend;
const { address } = demoAccount(1);
const params = { params: Promise.resolve({}) };

const readList = () => tokenListGet(new Request(`${ORIGIN}/api/tokenlist.json`), params);

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

test('API-4 serves the configuration from the database as the schemas define', async () => {
  const [languages, currencies, chains, contracts, site] = await Promise.all(
    [langList, currencyList, chainMappings, contractList, websiteInfo].map((route) => callRoute(route)),
  );
  expect(
    z
      .array(langEntry.strict())
      .parse(languages?.data)
      .map(({ langKey }) => langKey),
  ).toEqual(languageTable.map(({ langKey }) => langKey));
  const names = z.array(currency.strict()).parse(currencies?.data);
  expect(names.filter(({ isDefault }) => isDefault)).toEqual([
    expect.objectContaining({ name: 'USD', rate: '1' }),
  ]);
  expect(
    z
      .array(chainMapping.strict())
      .parse(chains?.data)
      .map(({ id }) => id),
  ).toEqual([31337, 31338]);
  expect(z.array(contract.strict()).parse(contracts?.data)).toEqual(
    backend.chains.map(({ id, vault }) => ({ chainId: id, name: 'vault_contract', address: vault })),
  );
  expect(website.strict().parse(site?.data)).toMatchObject({
    brand: 'Tidewell',
    walletConnectProjectId: null,
    rpcOrigins: [],
    stablecoins: expect.arrayContaining(['USDC', 'tUSDT']),
  });
  expect(languages?.headers.get('cache-control')).toContain('max-age=60');
});

test('API-4 a list has an ETag for each language, and a client that has the list gets a 304', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    coinAll(new Request(`${ORIGIN}/api/coin/all`, { headers: { Origin: ORIGIN, ...headers } }), params);
  const [english, chinese] = await Promise.all([ask(), ask({ Language: 'zh_CN' })]);
  const etag = english?.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{20}"$/);
  expect(chinese?.headers.get('etag')).not.toBe(etag);
  expect(english?.headers.get('vary')).toBe('Language');
  const again = await ask({ 'If-None-Match': `"other", ${etag}` });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await ask({ 'If-None-Match': etag, Language: 'zh_CN' })).status).toBe(200);
});

test('API-4 PRICE-1 prices have an ETag for each currency, and are revalidated each time', async () => {
  const ask = (currency: string) =>
    pricing(
      new Request(`${ORIGIN}/api/coin/pricing`, { headers: { Origin: ORIGIN, Currency: currency } }),
      params,
    );
  const [dollars, euros] = await Promise.all([ask('USD'), ask('EUR')]);
  expect(dollars?.headers.get('vary')).toBe('Language, Currency');
  expect(dollars?.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=1');
  expect(dollars?.headers.get('cdn-cache-control')).toBe('public, max-age=1, stale-while-revalidate=5');
  expect(euros?.headers.get('etag')).toMatch(/^W\/"[\w-]{20}"$/);
  expect((await callRoute(pricing, { headers: { Currency: 'none' } })).headers.get('cache-control')).toBe(
    'no-store',
  );
});

test('API-4 API-7 returns all coins, pages of them, search results, and single coins', async () => {
  const all = z.array(coin.strict()).parse((await callRoute(coinAll)).data);
  expect(all.map(({ symbol }) => symbol)).toEqual(['ETH', 'tUSDT']);
  expect(all[0]?.tokens).toEqual([
    { chainId: 31337, address: null, decimals: 18 },
    { chainId: 31338, address: null, decimals: 18 },
  ]);
  expect((await callRoute(coinList, { query: { pageNum: 2, pageSize: 1 } })).data).toEqual({
    list: [all[1]],
    total: 2,
    pageNum: 2,
    pageSize: 1,
  });
  expect(await callRoute(coinById, { params: { id: '2' } })).toMatchObject({ code: 200, data: all[1] });
  expect(await callRoute(coinById, { params: { id: '99' } })).toMatchObject({ code: 404, data: null });
  expect(await callRoute(coinById, { params: { id: 'x' } })).toMatchObject({ code: 400 });
  const found = async (search: string) =>
    ((await callRoute(coinList, { query: { search } })).data as { list: { symbol: string }[] }).list.map(
      ({ symbol }) => symbol,
    );
  expect(await found('usdt')).toEqual(['tUSDT']);
  expect(await found(' ETHER ')).toEqual(['ETH']);
  expect(await found(backend.chains[0].token.toLowerCase())).toEqual(['tUSDT']);
  expect(await found(backend.chains[0].token.slice(0, 10))).toEqual([]);
  // Special characters in SQL patterns are matched literally.
  for (const search of ['%', '_', '\\']) expect([search, await found(search)]).toEqual([search, []]);
  const queries: Record<string, string | number>[] = [
    { search: 'x'.repeat(65) },
    { pageNum: 0 },
    { pageSize: 0 },
    { pageSize: 101 },
    { pageSize: 'many' },
  ];
  for (const query of queries)
    expect(await callRoute(coinList, { query })).toMatchObject({ code: 400, data: { issues: [{}] } });
});

test('SITE-2 answers an unknown API path with 404 in the envelope, and a wrong method with 405', async () => {
  expect(await callRoute(unknownGet)).toMatchObject({ code: 404, status: 404, data: null });
  const odd = new Request(`${ORIGIN}/api/nowhere`, {
    method: 'POST',
    body: 'what',
    headers: { 'Content-Type': 'x/y' },
  });
  expect((await unknownPost(odd, params)).status).toBe(404);
  expect(await callRoute(nonceGet)).toMatchObject({ code: 405, status: 405 });
  expect(await callRoute(nonceDelete)).toMatchObject({ code: 405 });
});

test('API-3 accepts form-encoded and JSON bodies; rejects other types, and bodies that are too large or malformed', async () => {
  const body = { address, chainId: 31337 };
  expect(await callRoute(nonce, { body })).toMatchObject({ code: 200 });
  expect(await callRoute(nonce, { body, json: true })).toMatchObject({ code: 200 });
  expect(await callRoute(nonce, { body: { ...body, address: address.toLowerCase() } })).toMatchObject({
    code: 200,
  });
  const send = async (text: string, type: string) =>
    (
      await nonce(
        new Request(`${ORIGIN}/api`, { method: 'POST', body: text, headers: { 'Content-Type': type } }),
        params,
      )
    ).status;
  expect(await send('<a/>', 'application/xml')).toBe(415);
  expect(await send('{', 'application/json')).toBe(400);
  expect(await send('[1]', 'application/json')).toBe(400);
  expect(await send('null', 'application/json')).toBe(400);
  expect(await send(JSON.stringify({ text: 'x'.repeat(70_000) }), 'application/json')).toBe(413);
});

test('API-4 returns messages in the language of the header, or in English if it is unknown', async () => {
  const ask = (language: string) =>
    callRoute(nonce, {
      body: { address: `${address.slice(0, -1)}x`, chainId: 0 },
      headers: { Language: language },
    });
  expect(await ask('zh_CN')).toMatchObject({
    msg: '部分送出的內容無效。',
    data: {
      issues: [
        { path: 'address', message: '必須是有效的地址' },
        { path: 'chainId', message: '必須是整數' },
      ],
    },
  });
  const english = 'Some of the input is invalid.';
  expect(await ask('en_US')).toMatchObject({ msg: english });
  expect(await ask('de_DE')).toMatchObject({ msg: english });
});

test('OPS-3 health answers without an envelope', async () => {
  expect(await live().json()).toEqual({ live: true });
  const answer = await ready();
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ready: true, database: true, chains: { 31337: true, 31338: true } },
  ]);
});

test('OPS-2 seeding again changes nothing, instances take turns, and removed entries are no longer served', async () => {
  const state = () =>
    queryDatabase(
      backend,
      'select (select count(*) from coin_tokens) tokens, (select count(*) from chains) chains',
    );
  const before = await state();
  await Promise.all([migrateAndSeed(), migrateAndSeed(), migrateAndSeed()]);
  expect(await state()).toEqual(before);
  const listed = parseTokenList(await (await readList()).text());

  const file = path.join(backend.dir, 'chains.json');
  const text = await readFile(file, 'utf8');
  const { chains, coins } = JSON.parse(text) as ChainsFile;
  const first = coins.slice(0, 1).map((entry) => ({ ...entry, tokens: entry.tokens.slice(0, 1) }));
  await writeFile(file, JSON.stringify({ chains: chains.slice(0, 1), coins: first }));
  await migrateAndSeed();
  expect((await callRoute(chainMappings)).data).toHaveLength(1);
  expect((await callRoute(contractList)).data).toHaveLength(1);
  expect((await callRoute(coinAll)).data).toMatchObject([{ symbol: 'ETH', tokens: [{ chainId: 31337 }] }]);
  expect((await readList()).status).toBe(404);
  await writeFile(file, text);
  await migrateAndSeed();
  expect((await callRoute(chainMappings)).data).toHaveLength(2);
  const again = parseTokenList(await (await readList()).text());
  expect(again.tokens).toEqual(listed.tokens);
  // The major version increases for the removed tokens, and the minor version for the added ones.
  expect([listed.version, again.version]).toEqual([
    { major: 1, minor: 0, patch: 0 },
    { major: 2, minor: 1, patch: 0 },
  ]);
});

test('OPS-4 an instance starts and is ready on a database that a newer version has migrated', async () => {
  const table = 'drizzle.__drizzle_migrations';
  await queryDatabase(
    backend,
    `insert into ${table} (hash, created_at) select 'newer', max(created_at) + 1 from ${table}`,
  );
  await migrateAndSeed();
  expect(await queryDatabase(backend, `select hash from ${table} order by created_at desc limit 1`)).toEqual([
    { hash: 'newer' },
  ]);
  expect((await ready()).status).toBe(200);
});

test('OPS-1 on a database of an unreleased version, the start ends with one line that says what to do', async () => {
  await queryDatabase(backend, 'update drizzle.__drizzle_migrations set created_at = created_at - 1');
  const start = promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'tests/support/boot-process.ts'],
    { env: childEnv({}) },
  );
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The server cannot start: [^\n]*created by an unreleased version[^\n]*npm run reset[^\n]*DATABASE_URL[^\n]*\n$/,
    ),
  });
});
