/** @jest-environment node */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { websiteFile } from '@/lib/api/schemas/config';
import { pricingFile } from '@/lib/api/schemas/pricing';
import { chainsFileSchema, readChainsFile } from '@/lib/evm/chains-file';
import { cardSettings } from '@/lib/server/seed/card-settings';
import {
  readCardSettings,
  readCurrencies,
  readLanguages,
  readPriceSettings,
  readPricing,
  readWebsite,
} from '@/lib/server/seed/config-files';
import { priceSettings } from '@/lib/server/seed/price-settings';
import { readDapps } from '@/lib/settings/dapps-file';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = (string | number)[];

const CHAINS = 'config/chains.example.json';
const DAPPS = 'config/dapps.example.json';
const fingerprint = (byte: string) => Array.from({ length: 32 }, () => byte).join(':');
/** Entries that the shipped files omit. Lists get two entries, so the second one is also tested with errors. */
const files: [file: string, read: () => Promise<unknown>, schema: z.ZodType | null, additions: Json][] = [
  ['config/languages.json', readLanguages, null, {}],
  ['config/currencies.json', readCurrencies, null, {}],
  [
    'config/website.json',
    readWebsite,
    websiteFile,
    {
      storeLinks: {
        googlePlay: 'https://play.google.com/store/apps/details?id=example.tidewell.app',
        appStore: 'https://apps.apple.com/app/tidewell/id0000000000',
        apk: 'https://download.tidewell.example/tidewell.apk',
      },
      operator: { name: 'Tide Ltd', address: '1 Quay, Singapore', registration: 'UEN 202600001A' },
      securityContact: 'https://tidewell.example/security',
      claims: { card: 'https://card.tidewell.example/order' },
      buyProviders: [
        { name: 'Harbor Pay', url: 'https://pay.example.org/?to={address}' },
        { name: 'Tide Market', url: 'https://market.example.org/{chain}/{token}' },
      ],
      earnNotes: {
        stake: { en: 'Rewards last until June.', 'zh-Hant': '獎勵發放至六月。' },
        pledge: null,
        presale: { en: 'The sale is audited.', 'zh-Hant': '本預售已通過審計。' },
      },
      app: {
        ios: { appIds: ['ABCDE12345.example.tidewell.app', 'ABCDE12345.example.tidewell.beta'] },
        android: { sha256CertFingerprints: [fingerprint('0A'), fingerprint('FF')] },
      },
    },
  ],
  [
    'config/prices.json',
    readPriceSettings,
    priceSettings,
    {
      coins: {
        tDAI: {
          pegged: true,
          sameAs: 'DAI',
          minSources: 2,
          markets: { binance: { pair: 'TDAIUSDT', quote: 'USDT' }, okx: { pair: 'TDAI-USD', quote: 'USD' } },
        },
      },
    },
  ],
  ['config/pricing.json', readPricing, pricingFile, {}],
  ['config/cards.json', readCardSettings, cardSettings, {}],
  ['config/dapps.json', readDapps, null, []],
  // The example file has every field.
  [DAPPS, () => readDapps(DAPPS), null, {}],
  [
    CHAINS,
    () => readChainsFile(path.join(process.cwd(), CHAINS)),
    chainsFileSchema,
    {
      chains: {
        0: {
          fallbackRpcUrls: ['https://one.sepolia.example', 'https://two.sepolia.example'],
          checkRpcUrl: 'https://check.sepolia.example/v1/your-own-key',
          retiredContracts: [
            { name: 'vault_contract', address: '0x0000000000000000000000000000000000000003', untilBlock: 7 },
            { name: 'vault_contract', address: '0x0000000000000000000000000000000000000004', untilBlock: 9 },
          ],
        },
      },
    },
  ],
];

/** Text of the operator that the page shows, always as text. Any short text is safe there. */
const FREE_TEXT =
  /(^|\.)(language|symbol|name|brand|(name|description)\.(en|zh-Hant)|description)$|^earnNotes\.\w+\.|^operator\./;
/** Fields that can be null. */
const NULLABLE =
  /\.tokens\.\d+\.address$|^operator$|^securityContact$|^claims\.|^storeLinks\.|^earnNotes\.\w+$|^\d+\.icon$/;
/** Optional entries, and members of lists. A test must remove each. */
const OPTIONAL = [
  /(^|\.)\d+$/,
  /^\d+\.path$/,
  /^earnNotes$/,
  /^buyProviders$/,
  /^operator$/,
  /^operator\.registration$/,
  /^securityContact$/,
  /^features\.\w+$/,
  /^coins\.[a-zA-Z]+$/,
  /^coins\.\w+\.pegged$/,
  /^coins\.\w+\.sameAs$/,
  /^coins\.\w+\.minSources$/,
  /^coins\.\w+\.markets$/,
  /^coins\.\w+\.markets\.\w+$/,
  /^chains\.\d+\.contracts\.\w+$/,
  /^chains\.\d+\.fallbackRpcUrls$/,
  /^chains\.\d+\.serverRpcUrl$/,
  /^chains\.\d+\.checkRpcUrl$/,
  /^chains\.\d+\.retiredContracts$/,
];
const leftOut = new Set<RegExp>();

/** Adds values to a value's objects, and to list entries by their index. */
function withAdditions(value: Json, additions: Json): Json {
  const isPlain = typeof additions === 'object' && additions !== null && !Array.isArray(additions);
  if (!isPlain || typeof value !== 'object' || value === null) return additions;
  const copy = structuredClone(value) as Record<string, Json>;
  for (const [name, addition] of Object.entries(additions))
    copy[name] = withAdditions(copy[name] ?? null, addition);
  return copy as Json;
}

/** Returns the fields of a schema that are missing in all values at their path. */
function unsetFields(schema: z.core.JSONSchema._JSONSchema, values: Json[], at = ''): string[] {
  if (typeof schema === 'boolean') return [];
  const objects = values.filter((value) => typeof value === 'object' && value !== null);
  const lists = objects.filter((value) => Array.isArray(value)) as Json[][];
  const records = objects.filter((value) => !Array.isArray(value)) as Record<string, Json>[];
  const valuesOf = (name: string) =>
    records.flatMap((record) => (record[name] === undefined ? [] : [record[name]]));
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
      const found = valuesOf(name);
      return found.length === 0 ? [`${at}.${name}`] : unsetFields(inner, found, `${at}.${name}`);
    }),
    ...(schema.additionalProperties
      ? unsetFields(schema.additionalProperties, records.flatMap(Object.values) as Json[], `${at}.*`)
      : []),
    ...(schema.items && !Array.isArray(schema.items)
      ? unsetFields(schema.items, lists.flat(), `${at}[]`)
      : []),
    ...(schema.anyOf ?? []).flatMap((inner) => unsetFields(inner, values, at)),
  ];
}

const root = process.cwd();
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-config-'));
  await mkdir(path.join(dir, 'config'));
  jest.spyOn(process, 'cwd').mockReturnValue(dir);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await rm(dir, { recursive: true, force: true });
});

/** Returns the paths of all values of a file. Of long lists, only the first two entries are broken. */
function pathsOf(value: Json, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.slice(0, 2).map((entry, index) => [index, entry])
    : Object.entries(value);
  return [
    ...(at.length > 0 ? [at] : []),
    ...entries.flatMap(([name, inner]) => pathsOf(inner, [...at, name])),
  ];
}

/** Returns a copy with the value at the path replaced, or removed if it is undefined. */
function changed(value: Json, [first, ...rest]: Path, by: Json | undefined): Json {
  if (first === undefined) return by ?? null;
  const copy = structuredClone(value) as Record<string | number, Json>;
  if (rest.length > 0) copy[first] = changed(copy[first] ?? null, rest, by);
  else if (by !== undefined) copy[first] = by;
  else if (Array.isArray(copy)) copy.splice(Number(first), 1);
  else delete copy[first];
  return copy as Json;
}

const valueAt = (value: Json, at: Path): Json =>
  at.reduce<Json>((inner, name) => (inner as Record<string | number, Json>)[name] ?? null, value);

/** Returns the broken values of a field, and whether it may accept each of them. */
function broken(value: Json, name: string): [how: string, by: Json | undefined, isSafe: boolean][] {
  const isText = typeof value === 'string' || value === null;
  const isFree = FREE_TEXT.test(name) && !/contracts/i.test(name);
  return [
    ['removed', undefined, OPTIONAL.some((pattern) => pattern.test(name))],
    ['of another type', typeof value === 'object' ? 7 : { not: 'this' }, false],
    ['in a list', [[value]], false],
    ['null', null, NULLABLE.test(name)],
    ['empty', '', false],
    ['blank', '   ', false],
    ['HTML', '<img src=x onerror=alert(1)>', isFree],
    ['a script address', 'javascript:alert(1)', isFree],
    ['another host', '//evil.example', isFree],
    ['huge', isText ? `${value ?? 'https://a.example/'}${'x'.repeat(100_000)}` : 1e300, false],
    ...(typeof value === 'number'
      ? ([
          ['negative', -1, name.endsWith('sort')],
          ['fractional', 1.5, false],
          ['text', String(value), false],
          ['beyond 32 bits', 2 ** 40, /\.id$|chainId$|untilBlock$/.test(name) && !name.startsWith('coins')],
        ] as [string, Json, boolean][])
      : []),
  ];
}

const isChainId = (file: string, name: string) => file === CHAINS && /(^chains\.\d+\.id|chainId)$/.test(name);

describe.each(files)('OPS-2 %s', (file, read, schema, additions) => {
  const target = () => path.join(dir, file);
  let good: Json;
  beforeAll(async () => {
    const shipped = JSON.parse(await readFile(path.join(root, file), 'utf8')) as Json;
    await writeFile(target(), JSON.stringify(shipped));
    await read();
    good = withAdditions(shipped, additions);
  });

  if (schema !== null)
    test('is tested with every optional field', () => {
      const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      expect(unsetFields(described, [good])).toEqual([]);
    });

  test('is rejected with its name if it is missing, empty, cut off, or no JSON', async () => {
    await rm(target(), { force: true });
    await expect(read()).rejects.toThrow(`${file}`);
    for (const content of ['', '{', 'null', '[]x', '<html>', '7']) {
      await writeFile(target(), content);
      await expect(read()).rejects.toThrow(file);
    }
  });

  test('is rejected for each broken field with one line that names the file and the field, or stays safe', async () => {
    await writeFile(target(), JSON.stringify(good));
    await read();
    const faults: string[] = [];
    for (const at of pathsOf(good)) {
      const name = at.join('.');
      for (const [how, by, isSafe] of broken(valueAt(good, at), name)) {
        await writeFile(target(), JSON.stringify(changed(good, at, by)));
        const error = await read().then(
          () => null,
          (reason: unknown) => String(reason),
        );
        const fault = `${name} ${how}`;
        if (error === null && how === 'removed')
          for (const pattern of OPTIONAL) if (pattern.test(name)) leftOut.add(pattern);
        if (error === null) {
          if (!isSafe && !(how === 'beyond 32 bits' && isChainId(file, name)))
            faults.push(`${fault}: accepted`);
        } else if (error.includes('\n') || !error.includes(file)) faults.push(`${fault}: ${error}`);
        // The error names the field, or the list that it is in.
        else if (!at.some((part) => error.includes(String(part))) && !error.includes('entries'))
          faults.push(`${fault}: ${error}`);
        else if (error.length > 2_000) faults.push(`${fault}: ${error.length} characters`);
      }
    }
    expect(faults).toEqual([]);
  });
});

test('OPS-2 every optional entry was removed in a test', () => {
  expect(OPTIONAL.filter((pattern) => !leftOut.has(pattern))).toEqual([]);
});
