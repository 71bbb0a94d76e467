/** @jest-environment node */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ListedToken } from '@/lib/api/schemas/coin';
import { type ChainsFile, chainsFileSchema } from '@/lib/evm/chains-file';
import { listedTokens, nextList } from '@/lib/token-list/token-list';
import { listName } from '@/lib/wallet/tokens/listed-token';
import { GENERIC_ICON, mergeTokens } from '@/scripts/tokens/merge-tokens';
import { parseTokenList, plainText, readSource, type TokenInfo } from '@/scripts/tokens/token-list-file';
import example from '../../../config/chains.example.json';
import { vectorsFolder } from '../../support/siwe-spellings';

const file: ChainsFile = chainsFileSchema.parse(example);
const DAI = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb';
const CBETH = '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22';

const token = (change: Partial<TokenInfo> = {}): TokenInfo => ({
  chainId: 8453,
  address: DAI,
  symbol: 'DAI',
  name: 'Dai Stablecoin',
  decimals: 18,
  ...change,
});
const reasons = (...tokens: TokenInfo[]) => mergeTokens(file, tokens).refused.map(({ reason }) => reason);

test('a token becomes a coin with its own ID and position and the generic icon', () => {
  const { coins, added, refused } = mergeTokens(file, [
    token(),
    token({ chainId: 11155111, address: CBETH }),
  ]);
  expect(refused).toEqual([]);
  expect(added.map(({ coinId }) => coinId)).toEqual([5, 5]);
  expect(coins.slice(0, -1)).toEqual(file.coins);
  expect(coins.at(-1)).toEqual({
    id: 5,
    symbol: 'DAI',
    name: 'Dai Stablecoin',
    icon: GENERIC_ICON,
    sort: 5,
    tokens: [
      { chainId: 8453, address: DAI, decimals: 18 },
      { chainId: 11155111, address: CBETH, decimals: 18 },
    ],
  });
  expect(chainsFileSchema.parse({ ...file, coins }).coins).toHaveLength(4);
  expect(existsSync(`public${GENERIC_ICON}`)).toBe(true);
});

test('distinguishes names in Han characters', () => {
  const one = token({ symbol: 'ONE', name: '天津神' });
  const two = token({ symbol: 'TWO', name: '國津神', address: CBETH });
  expect(mergeTokens(file, [one, two]).added.map(({ coinId }) => coinId)).toEqual([5, 6]);
});

test('a repeated import adds nothing and reports every token as known', () => {
  const once = mergeTokens(file, [token()]);
  const again = mergeTokens({ ...file, coins: once.coins }, [token()]);
  expect([again.added, again.known, again.refused]).toEqual([[], [token()], []]);
});

test.each<[string, Partial<TokenInfo>, string]>([
  ['an address in small letters', { address: DAI.toLowerCase() }, 'EIP-55'],
  ['a wrong checksum', { address: DAI.replace('c', 'C') }, 'EIP-55'],
  ['an address of another kind of chain', { address: 'So11111111111111111111111111111111111111112' }, 'EVM'],
  ['the zero address', { address: `0x${'0'.repeat(40)}` }, 'zero address'],
  ['a chain that is not in the file', { chainId: 10 }, 'chain 10'],
  ['too many decimals', { decimals: 255 }, 'decimals'],
  ['a control character', { symbol: 'DA\u0007I' }, 'symbol'],
  ['a character that turns the text around', { name: 'Dai \u202eniatnoC' }, 'name'],
  ['markup in the symbol', { symbol: '<b>DAI' }, 'symbol'],
  ['markup in the name', { name: '<img src=x onerror=alert(1)>' }, 'name'],
  ['a Cyrillic letter in the symbol', { symbol: 'D\u0410I' }, 'symbol'],
  ['a Cyrillic letter in the name', { name: 'D\u0430i Stablecoin' }, 'name'],
  ['no symbol', { symbol: '' }, 'symbol'],
  ['no name', { name: '' }, 'name'],
  ['the symbol of another coin', { symbol: 'usdc' }, 'coin 2, USDC'],
  ['a symbol that looks like that of another coin', { symbol: '$U5DC' }, 'coin 2, USDC'],
  ['the name of another coin', { name: 'USD  Coin' }, 'coin 2, USDC'],
  ['the name of another coin with an accent', { name: 'ÚSD Coin' }, 'coin 2, USDC'],
  ['an icon that is a script', { logoURI: 'javascript:alert(1)' }, 'icon'],
  ['an icon that is a document', { logoURI: 'data:image/svg+xml,<svg/>' }, 'icon'],
  ['an icon without https', { logoURI: 'http://example.org/dai.png' }, 'icon'],
])('refuses a token with %s', (_, change, reason) => {
  expect(reasons(token(change))).toEqual([expect.stringContaining(reason)]);
});

test('rejects duplicate tokens and look-alike coins within a list', () => {
  expect(reasons(token(), token())).toEqual([expect.stringContaining('twice')]);
  expect(reasons(token(), token({ address: CBETH }))).toEqual([expect.stringContaining('coin 5, DAI')]);
  expect(reasons(token(), token({ address: CBETH, symbol: 'DA1' }))).toEqual([
    expect.stringContaining('coin 5, DAI'),
  ]);
});

test('rejects a whole list that violates the published schema', () => {
  const list = nextList(null, { name: 'Tidewell', tokens: [], now: new Date(0) });
  expect(() => parseTokenList('{')).toThrow('not JSON');
  expect(() => parseTokenList(JSON.stringify(list))).toThrow('/tokens must NOT have fewer than 1 items');
  expect(() => parseTokenList(JSON.stringify({ ...list, tokens: [token({ decimals: 256 })] }))).toThrow(
    '/tokens/0/decimals',
  );
});

test('exports a list that is valid by the published schema, without native currencies', () => {
  const tokens = listedTokens(file.coins, 'https://wallet.example.org');
  const list = nextList(null, { name: 'Tidewell · 錢包 & Co', tokens, now: new Date(0) });
  expect(parseTokenList(JSON.stringify(list))).toMatchObject({
    name: 'Tidewell Co',
    version: { major: 1, minor: 0, patch: 0 },
  });
  expect(tokens).toHaveLength(4);
  expect(tokens[0]).toEqual({
    chainId: 8453,
    address: '0x4200000000000000000000000000000000000006',
    symbol: 'WETH',
    name: 'Wrapped Ether',
    decimals: 18,
    logoURI: 'https://wallet.example.org/coins/weth.svg',
  });
});

test('bumps the list version according to the kind of change', () => {
  const [first, second, ...rest] = listedTokens(file.coins, 'https://wallet.example.org');
  if (!first || !second) throw new Error('the example has no tokens');
  const next = (tokens: ListedToken[], previous: Parameters<typeof nextList>[0]) =>
    nextList(previous, { name: 'Tidewell', tokens, now: new Date(1_000) });
  const one = next([first], null);
  expect(next([first], one)).toBe(one);
  expect(next([{ ...first, name: 'Ether, wrapped' }], one).version).toEqual({ major: 1, minor: 0, patch: 1 });
  const two = next([first, second, ...rest], one);
  expect(two.version).toEqual({ major: 1, minor: 1, patch: 0 });
  expect(next([second], two).version).toEqual({ major: 2, minor: 0, patch: 0 });
});

test('reads a list only from a file or over https, and escapes control characters for the terminal', async () => {
  await expect(readSource('http://example.org/list.json')).rejects.toThrow('is not an https URL');
  await expect(readSource('ftp://example.org/list.json')).rejects.toThrow('is not an https URL');
  await expect(readSource('/none/list.json')).rejects.toThrow('ENOENT');
  expect(plainText('a\u001b[31mb\u202ec')).toBe('a\\u{1b}[31mb\\u{202e}c');
});

const folder = vectorsFolder('token-list');
/** Matches the file names of documents that are invalid according to the published schema. */
const FAULTY = /^(?:invalid|extensions-invalid|bigwords|empty\.)/;

function publicVectors() {
  test.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('%s', (name) => {
    const read = () => parseTokenList(readFileSync(path.join(folder, name), 'utf8'));
    if (FAULTY.test(name)) expect(read).toThrow('the token list is not valid');
    else expect(read().tokens.length).toBeGreaterThan(0);
  });
}

// The public vectors run only if their folder exists. The other cases always run.
if (existsSync(folder)) describe('public token list test vectors', () => publicVectors());

test('WAL-10 the same addresses give the same list name as an array or a Map, and other lists a different one', () => {
  const one = listName(['0xa', '0xb']);
  expect(listName(['0xa', '0xb'])).toBe(one);
  expect(
    listName(
      new Map([
        ['0xa', 1],
        ['0xb', 2],
      ]),
    ),
  ).toBe(one);
  expect([listName(['0xb', '0xa']), listName(['0xa']), listName([])]).not.toContain(one);
});
