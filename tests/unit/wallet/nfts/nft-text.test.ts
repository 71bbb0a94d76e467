/** @jest-environment node */

import { NftError } from '@/lib/server/nft/limits';
import { parseMetadata } from '@/lib/server/nft/parse-metadata';
import { readSource, withTokenId } from '@/lib/server/nft/source';
import { hiddenReasons } from '@/lib/wallet/nfts/choices';
import { cleanText } from '@/lib/wallet/nfts/nft';
import { nameSuspicions, textSuspicions } from '@/lib/wallet/nfts/suspicion';

test('WAL-15 external text becomes one line without hidden characters, truncated if long', () => {
  expect(cleanText('  a\n\tb\u0000\u202e\u2066c\u200b ', 10)).toBe('a bc');
  expect(cleanText('abcdef', 4)).toBe('abc…');
  expect(cleanText('船'.repeat(9), 5)).toBe('船船船船…');
  expect(cleanText('\ud83d', 5)).toBe('');
  expect(cleanText('x'.repeat(1_000_000), 60)).toHaveLength(60);
});

test.each([
  ['Claim your reward at https://claim.invalid <b onclick=alert(1)>now</b>', ['markup', 'link', 'claim']],
  ['tНARBOUR', ['mixed']],
  ['免費空投', ['claim']],
  ['go to rewards4you.xyz', ['link']],
  ['abc\u202edef', ['hidden']],
  ['javascript:alert(1)', ['markup']],
])('WAL-15 the name %j is suspicious', (name, expected) => {
  expect(nameSuspicions(name)).toEqual(expected);
});

test.each([
  'Test Harbours',
  'Pass 1',
  'CryptoPunks',
  'Art Blocks 0x',
  'Ζωή',
  'Москва',
  'Visitors',
  'St. Mary',
  'a < b',
])('WAL-15 the name %j is not suspicious', (name) => {
  expect(nameSuspicions(name)).toEqual([]);
});

test('WAL-15 a description may contain a URL', () => {
  expect(textSuspicions('More at https://example.org. Claim it!')).toEqual([]);
});

const spam = { suspicions: ['link', 'claim'] as const, isOwnDoing: false };
const judged = { choice: undefined, isListed: false, told: [] };

test('WAL-15 likely spam is hidden with its reasons, including those from its metadata', () => {
  expect(hiddenReasons(spam, judged)).toEqual(['link', 'claim']);
  const plain = { ...spam, suspicions: [] };
  expect(hiddenReasons(plain, judged)).toEqual([]);
  expect(hiddenReasons(plain, { ...judged, told: ['page'] })).toEqual(['page']);
});

test('WAL-15 NFTs that are listed or that the user obtained, added or marked are not hidden as spam', () => {
  expect(hiddenReasons({ ...spam, isOwnDoing: true }, { ...judged, told: ['markup'] })).toEqual([]);
  expect(hiddenReasons(spam, { ...judged, choice: { isShown: null, isAdded: true } })).toEqual([]);
  expect(hiddenReasons(spam, { ...judged, choice: { isShown: true, isAdded: false } })).toEqual([]);
  expect(hiddenReasons(spam, { ...judged, isListed: true })).toEqual([]);
  expect(
    hiddenReasons({ ...spam, isOwnDoing: true }, { ...judged, choice: { isShown: false, isAdded: true } }),
  ).toEqual(['wish']);
});

test('WAL-15 data URLs are read in base64, percent-encoded and plain form', () => {
  const text = (uri: string) => {
    const source = readSource(uri, 1_000);
    return source.kind === 'data' ? [source.mediaType, source.bytes.toString('utf8')] : source.kind;
  };
  expect(text('data:application/json;base64,eyJhIjoxfQ==')).toEqual(['application/json', '{"a":1}']);
  expect(text('data:application/json;charset=utf-8,%7B%22a%22%3A1%7D')).toEqual([
    'application/json',
    '{"a":1}',
  ]);
  expect(text('data:application/json;utf8,{"a":"100%"}')).toEqual(['application/json', '{"a":"100%"}']);
  expect(() => text(`data:,${'x'.repeat(1_001)}`)).toThrow(NftError);
});

test('WAL-15 an ERC-1155 URI takes the token ID as 64 lowercase hexadecimal digits', () => {
  expect(withTokenId('https://a.example/{id}.json', 314_592n)).toBe(
    'https://a.example/000000000000000000000000000000000000000000000000000000000004cce0.json',
  );
});

test('WAL-15 metadata keeps values that convert to text and drops the rest', () => {
  const read = parseMetadata(
    Buffer.from(
      '{"name":7,"description":{"a":1},"image":["x"],"image_data":"<svg/>","attributes":[{"value":1e400},{"trait_type":"a","value":"b"}]}',
    ),
  );
  expect(read).toMatchObject({ name: '7', description: null, traits: [{ name: 'a', value: 'b' }] });
  expect(read.picture).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(() => parseMetadata(Buffer.from('null'))).toThrow(NftError);
});
