import { once } from 'node:events';
import { createServer } from 'node:http';
import pLimit from 'p-limit';
import { z } from 'zod';
import { GET as currencyList } from '@/app/api/config/currencyList/route';
import { currency } from '@/lib/api/schemas/config';
import { database } from '@/lib/server/db/database';
import { migrateAndSeed } from '@/lib/server/db/migrate';
import { readCbcRates } from '@/lib/server/prices/fiat/cbc';
import { readEcbRates } from '@/lib/server/prices/fiat/ecb';
import { FiatRates } from '@/lib/server/prices/fiat/fiat-rates';
import { priceText } from '@/lib/server/prices/fixed-point';
import { Health } from '@/lib/server/prices/health';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { until } from '../../support/until';

const ecbXml = (day: string, rates: Record<string, string>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
			${Object.entries(rates)
        .map(([name, rate]) => `<Cube currency='${name}' rate='${rate}'/>`)
        .join('\n\t\t\t')}</Cube>
	</Cube>
</gesmes:Envelope>`;

const cbcJson = (rows: string[][]) =>
  JSON.stringify({
    meta: { title: 'BP01D01' },
    data: { dataSets: rows, structure: { Table1: [{ data: '新台幣NTD/USD' }, { data: '日圓JPY/USD' }] } },
  });

let backend: Backend;
let answers: Record<string, string>;
const server = createServer((request, response) => {
  const answer = answers[request.url ?? ''];
  if (answer === undefined) response.writeHead(503).end();
  else response.end(answer);
});

beforeAll(async () => {
  answers = {
    '/ecb': ecbXml('2026-01-05', { USD: '1.1000', JPY: '165.00', HKD: '8.5800', GBP: '0.8800' }),
    '/cbc': cbcJson([
      ['20260102', '31.500', '156.0'],
      ['20260105', '31.250', '156.1'],
      ['20260104', '-', '-'],
    ]),
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  backend = await startBackend({
    env: { RATE_SOURCES: 'ecb,cbc', ECB_RATES_URL: `${url}/ecb`, CBC_RATES_URL: `${url}/cbc` },
  });
});
afterAll(async () => {
  await backend.stop();
  server.closeAllConnections();
  server.close();
});

async function rates() {
  const list = z.array(currency).parse((await callRoute(currencyList)).data);
  return Object.fromEntries(list.map(({ name, rate, rateAt }) => [name, `${rate} ${rateAt.slice(0, 10)}`]));
}

test('CUR-1 takes rates from the central banks, and keeps the dated rates of the file for others', async () => {
  const known = await until(async () => {
    const now = await rates();
    return now.TWD?.startsWith('31.25 ') && now;
  }, 'rates of the day');
  expect(known).toMatchObject({
    USD: '1 2025-11-01',
    EUR: '0.909090909 2026-01-05',
    JPY: '150 2026-01-05',
    HKD: '7.8 2026-01-05',
    GBP: '0.8 2026-01-05',
    TWD: '31.25 2026-01-05',
    KRW: '1450 2025-11-01',
  });
});

test('CUR-1 a restart keeps the newer rate; older, invalid or missing responses change nothing', async () => {
  const before = await rates();
  await migrateAndSeed();
  expect(await rates()).toEqual(before);
  const down: string[] = [];
  const update = () =>
    new FiatRates(
      database('public'),
      pLimit(1),
      new Health((source, state) => down.push(`${source} ${state}`)),
    ).update();
  for (const text of [
    ecbXml('2025-12-01', { USD: '1.2', JPY: '160' }),
    ecbXml('2126-01-06', { USD: '1.1', JPY: '165' }),
    ecbXml('2026-01-06', { JPY: '165' }),
    '<html>maintenance</html>',
    '',
  ]) {
    answers = { '/ecb': text };
    await update();
    expect(await rates()).toEqual(before);
  }
  expect(down.filter((entry) => entry === 'ecb down')).toHaveLength(4);
});

test('CUR-1 skips and logs only the implausible rate', async () => {
  const before = await rates();
  const changes: string[] = [];
  const update = () =>
    new FiatRates(
      database('public'),
      pLimit(1),
      new Health((source, state) => changes.push(`${source} ${state}`)),
    ).update();
  answers = { '/ecb': ecbXml('2026-01-06', { USD: '1.1', JPY: '1.65', HKD: '8.69' }) };
  await update();
  expect(await rates()).toEqual({
    ...before,
    EUR: '0.909090909 2026-01-06',
    HKD: '7.9 2026-01-06',
  });
  expect(changes).toEqual(['ecb JPY down', 'cbc down']);
});

test('CUR-1 does not resolve an entity in the document', () => {
  const xml = ecbXml('2026-01-05', { USD: '1.1', JPY: '&jpy;' }).replace(
    '<gesmes:Envelope',
    '<!DOCTYPE x [<!ENTITY jpy "165">]>\n<gesmes:Envelope',
  );
  const read = () => readEcbRates(xml).map(({ currency: name, rate }) => [name, priceText(rate)]);
  expect(read()).not.toContainEqual(['JPY', '150']);
});

test('CUR-1 finds Taiwan’s rates by column name', () => {
  expect(readCbcRates(cbcJson([['2026-01-05', '31.25', '1']]))).toMatchObject([{ currency: 'TWD' }]);
  expect(() => readCbcRates(cbcJson([['20260105', '-', '-']]))).toThrow('no valid day');
  expect(() => readCbcRates(cbcJson([['20260105', '31.25', '1']]).replace('NTD', 'X'))).toThrow('lack');
});
