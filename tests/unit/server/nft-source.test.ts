/** @jest-environment node */
import { URI_LIMIT_CHARACTERS } from '@/lib/server/nft/limits';
import { readSource, withTokenId } from '@/lib/server/nft/source';
import { childEnv } from '@/lib/settings/process-env';

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const before = childEnv({});
beforeAll(() => {
  jest.replaceProperty(process, 'env', {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://127.0.0.1/tidewell',
    CHAINS_FILE: 'config/chains.example.json',
    ORIGINS: 'https://wallet.example.org',
    IPFS_GATEWAY: 'http://gateway.internal:8080/base',
  });
});
afterAll(() => {
  jest.replaceProperty(process, 'env', before);
});

const data = (uri: string, limit = 1_000) => {
  const source = readSource(uri, limit);
  return source.kind === 'data' ? [source.mediaType, String(source.bytes)] : source.kind;
};

test('WAL-15 decodes data in a URI by its encoding', () => {
  expect(data('data:Application/JSON;base64,eyJhIjoxfQ==')).toEqual(['application/json', '{"a":1}']);
  expect(data('DATA: text/plain ;charset=utf-8; BASE64 ,aGk=')).toEqual(['text/plain', 'hi']);
  expect(data('  data:text/plain,a%20b,c  ')).toEqual(['text/plain', 'a b,c']);
  expect(data('data:,%E6%BC%A2')).toEqual(['', '漢']);
  // Only the last parameter may be the encoding.
  expect(data('data:text/plain;base64;charset=utf-8,aGk=')).toEqual(['text/plain', 'aGk=']);
  expect(data('data:text/plain,100%')).toEqual(['text/plain', '100%']);
});

test('WAL-15 limits data in a URI before and after decoding', () => {
  const tooLarge = expect.objectContaining({ problem: 'tooLarge' });
  expect(data(`data:,${'x'.repeat(10)}`, 10)).toEqual(['', 'x'.repeat(10)]);
  expect(() => data(`data:,${'x'.repeat(11)}`, 10)).toThrow(tooLarge);
  expect(data(`data:,${'%20'.repeat(10)}`, 10)).toEqual(['', ' '.repeat(10)]);
  expect(() => data(`data:;base64,${'A'.repeat(31)}`, 10)).toThrow(tooLarge);
  expect(data(`data:;base64,${'A'.repeat(12)}`, 9)).toEqual(['', '\0'.repeat(9)]);
  expect(() => data('data:text/plain')).toThrow(expect.objectContaining({ problem: 'refused' }));
});

test('WAL-15 loads IPFS content through the gateway', () => {
  const gateway = 'http://gateway.internal:8080/base/ipfs/';
  for (const [uri, path] of [
    [`ipfs://${CID}`, CID],
    [`ipfs://ipfs/${CID}/1.json`, `${CID}/1.json`],
    [`ipfs://${CID}/a/b/../c`, `${CID}/a/c`],
    [`ipfs://${CID}/`, `${CID}/`],
    [`ipfs://${CID}/1.png?ext=png`, `${CID}/1.png`],
    [`ipfs://${CID}?x=1`, CID],
    [`ipfs://${CID}/a?b=/../../c#%2f`, `${CID}/a`],
    [`ipfs://${CID}/a#b?c`, `${CID}/a`],
    [`ipfs://${'Q'.repeat(32)}/x`, `${'Q'.repeat(32)}/x`],
    [`ipfs://${'Q'.repeat(100)}`, 'Q'.repeat(100)],
  ] as const)
    expect(readSource(uri, 9)).toEqual({ kind: 'remote', url: new URL(gateway + path), gateway });
});

test('WAL-15 an IPFS path cannot leave its content', () => {
  for (const path of [
    '/..',
    '/../other',
    '/a/../../../x',
    '/%2e%2e/x',
    '/.%2E/x',
    '/..\\x',
    '/a%2fb',
    '/a%5Cb',
    '/\t../x',
    '/../x?ext=png',
    '/a%2fb?ext=png',
  ])
    expect(() => readSource(`ipfs://${CID}${path}`, 9)).toThrow(
      expect.objectContaining({ problem: 'refused' }),
    );
});

test.each([
  'http://a.example/',
  'ftp://a.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'not a url',
  '/relative',
  'https://user@a.example/',
  'https://:password@a.example/',
  `ipfs://${'Q'.repeat(31)}`,
  `ipfs://${'Q'.repeat(101)}`,
  `xipfs://${CID}`,
  `https://a.example/${'x'.repeat(2_031)}`,
])('WAL-15 does not fetch %s', (uri) => {
  expect(() => readSource(uri, 9)).toThrow(expect.objectContaining({ problem: 'refused' }));
});

test('WAL-15 fetches an https URL as is, and reports a missing URL', () => {
  const url = 'https://a.example:8443/b?c=d';
  expect(readSource(` ${url}\n`, 9)).toEqual({ kind: 'remote', url: new URL(url) });
  const longest = `https://a.example/${'x'.repeat(2_030)}`;
  expect(readSource(longest, 9)).toMatchObject({ kind: 'remote' });
  for (const uri of ['', ' \n'])
    expect(() => readSource(uri, 9)).toThrow(expect.objectContaining({ problem: 'none' }));
});

test('WAL-15 replaces each {id} of a URI, up to the maximum length of a URI', () => {
  const digits = `${'0'.repeat(62)}ff`;
  expect(withTokenId('a/{id}/{id}.json', 255n)).toBe(`a/${digits}/${digits}.json`);
  expect(withTokenId('a/{ID}', 255n)).toBe('a/{ID}');
  const rest = 'x'.repeat(URI_LIMIT_CHARACTERS - 64);
  expect(withTokenId(`${rest}{id}`, 1n)).toHaveLength(URI_LIMIT_CHARACTERS);
  for (const uri of [`${rest}x{id}`, 'x'.repeat(URI_LIMIT_CHARACTERS + 1)])
    expect(() => withTokenId(uri, 1n)).toThrow(expect.objectContaining({ problem: 'tooLarge' }));
});
