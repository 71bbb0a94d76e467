/** @jest-environment node */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readChainsFile } from '@/lib/evm/chains-file';
import {
  readCurrencies,
  readLanguages,
  readPriceSettings,
  readPricing,
  readWebsite,
} from '@/lib/server/seed/config-files';
import { readDapps } from '@/lib/settings/dapps-file';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = (string | number)[];

const CHAINS = 'config/chains.example.json';
const DAPPS = 'config/dapps.example.json';
const files: [file: string, read: () => Promise<unknown>][] = [
  ['config/languages.json', readLanguages],
  ['config/currencies.json', readCurrencies],
  ['config/website.json', readWebsite],
  ['config/prices.json', readPriceSettings],
  ['config/pricing.json', readPricing],
  ['config/dapps.json', readDapps],
  [DAPPS, () => readDapps(DAPPS)],
  [CHAINS, () => readChainsFile(path.join(process.cwd(), CHAINS))],
];

/** Text of the operator that the page shows, always as text. Any short text is safe there. */
const FREE_TEXT = /(^|\.)(language|symbol|name|brand|(name|description)\.(en|zh-Hant)|description)$/;
/** Entries that a file may leave out, or that are members of a list. */
const OPTIONAL =
  /(^|\.)(\d+|path|earnNotes|testPage|pegged|sameAs|minSources|markets|binance|coinbase|kraken|okx|multicall|vault_contract|fallbackRpcUrls|serverRpcUrl|checkRpcUrl|retiredContracts)$|^coins\.[^.]+$|contracts\.\w+$/;

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
  const isFree = FREE_TEXT.test(name) && !/contracts/.test(name);
  return [
    ['removed', undefined, OPTIONAL.test(name)],
    ['of another type', typeof value === 'object' ? 7 : { not: 'this' }, false],
    ['in a list', [[value]], false],
    ['null', null, value === null || /address$|^claims\.|\.icon$/.test(name)],
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

describe.each(files)('OPS-2 %s', (file, read) => {
  const target = () => path.join(dir, file);
  let good: Json;
  beforeAll(async () => {
    good = JSON.parse(await readFile(path.join(root, file), 'utf8')) as Json;
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
