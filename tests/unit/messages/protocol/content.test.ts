/** @jest-environment node */
import fc from 'fast-check';
import {
  decodeContent,
  encodeContent,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  type MessageBody,
  randomId,
} from '@/lib/messages/protocol/content';
import { CONTENT_SIZES } from '@/lib/messages/protocol/padding';
import { bytes } from '../../../support/messaging';

const id = randomId();
const made = (body: MessageBody) => ({ id, at: 1_700_000_000_000, body });

const bodies: MessageBody[] = [
  { type: 'text', text: '你好 🌊' },
  { type: 'text', text: 'x'.repeat(MAX_TEXT_LENGTH), replyTo: { by: '0xabc', id } },
  { type: 'reaction', to: { by: '0xabc', id }, emoji: '👍🏽' },
  { type: 'reaction', to: { by: '0xabc', id }, emoji: '👩‍🚀' },
  { type: 'reaction', to: { by: '0xabc', id }, emoji: '🇹🇼' },
  { type: 'reaction', to: { by: '0xabc', id }, emoji: null },
  { type: 'edit', to: id, text: 'corrected' },
  { type: 'delete', to: id },
  { type: 'transfer', chainId: 1, txHash: `0x${'ab'.repeat(32)}`, pays: { by: '0xabc', id } },
  { type: 'request', uri: 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1?value=1', note: 'lunch' },
  { type: 'dapp', slug: 'sample-2', origin: 'https://app.example.org' },
  { type: 'name', name: 'Island 🏝️' },
  { type: 'heads', heads: [], name: '小明 🌊' },
  { type: 'heads', heads: [], name: 'Siân O’Brien' },
  { type: 'typing' },
  { type: 'read', upTo: { by: '0xabc', id } },
  { type: 'leave' },
  { type: 'join', secret: id },
  { type: 'inviteEnded', secret: id },
  { type: 'abandoned', groups: [id] },
  {
    type: 'heads',
    heads: [
      {
        account: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        length: 2,
        hash: `0x${'ab'.repeat(32)}`,
      },
    ],
  },
];

test('content of every kind is the same after it was encoded and decoded', () => {
  for (const body of bodies) expect(decodeContent(encodeContent(made(body)))).toEqual(made(body));
});

const text = (value: string) => made({ type: 'text', text: value });
test.each([
  ['empty text', text('  \n ')],
  ['text that is too long', text('x'.repeat(MAX_TEXT_LENGTH + 1))],
  ['half of a surrogate pair', text('\ud83c')],
  ['a reaction with digits', made({ type: 'reaction', to: { by: '0xabc', id }, emoji: '👍0912' })],
  ['a reaction of several flags', made({ type: 'reaction', to: { by: '0xabc', id }, emoji: '🇭🇪🇱🇱' })],
  ['a profile name with a direction control', made({ type: 'heads', heads: [], name: 'Ann\u202e' })],
  ['a profile name like an address', made({ type: 'heads', heads: [], name: '0x5aAeb6' })],
  ...['Bob” ✓ Contact', '小明」✓', 'Bob"', 'Bob’ ✓', 'Bob′′', 'Bobʼʼ ✓', 'Bob⌟'].map(
    (name): [string, ReturnType<typeof made>] => [
      `the quotation mark in ${name}`,
      made({ type: 'heads', heads: [], name }),
    ],
  ),
  ['a profile name that is too long', made({ type: 'heads', heads: [], name: 'x'.repeat(21) })],
  ['a time that no date can have', { ...text('hello'), at: Number.MAX_SAFE_INTEGER }],
  ['the latest time that a date can have', { ...text('hello'), at: 8_640_000_000_000_000 }],
  ['a reaction of letters', made({ type: 'reaction', to: { by: '0xabc', id }, emoji: 'no' })],
  ['a reaction of an emoji with letters', made({ type: 'reaction', to: { by: '0xabc', id }, emoji: '👍no' })],
  [
    'a chain ID that is no number',
    made({ type: 'transfer', chainId: '1' as never, txHash: `0x${'ab'.repeat(32)}` }),
  ],
  ['a hash that is none', made({ type: 'transfer', chainId: 1, txHash: '0x12' })],
  ['a name that turns the direction of text', made({ type: 'name', name: 'Is\u202eland' })],
  ['a name that is too long', made({ type: 'name', name: 'x'.repeat(MAX_NAME_LENGTH + 1) })],
  ['an unknown kind', made({ type: 'poll' } as never)],
  ['an unknown field', made({ type: 'delete', to: id, html: '<b>' } as never)],
  ['an ID that is none', { ...text('hello'), id: 'first' }],
  ['a time that is none', { ...text('hello'), at: Number.NaN }],
])('%s is not sent, and is ignored if another device sends it', (_name, value) => {
  expect(() => encodeContent(value)).toThrow();
  expect(decodeContent(bytes(JSON.stringify(value)))).toBeNull();
});

test('every content has one of few lengths, and the usual ones of any kind have the same', () => {
  const kinds = fc.oneof(
    fc.constantFrom(...bodies),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: MAX_TEXT_LENGTH / 16 })
      .filter((value) => value.trim() !== '' && value.length <= MAX_TEXT_LENGTH)
      .map((value): MessageBody => ({ type: 'text', text: value })),
  );
  fc.assert(
    fc.property(kinds, (body) => {
      expect(CONTENT_SIZES).toContain(encodeContent(made(body)).length);
    }),
  );
  const [account, hash] = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', `0x${'ab'.repeat(32)}` as const];
  const usual: MessageBody[] = [
    { type: 'text', text: 'x' },
    { type: 'text', text: 'x'.repeat(300) },
    { type: 'text', text: '好'.repeat(60), replyTo: { by: account, id } },
    { type: 'reaction', to: { by: account, id }, emoji: '👩‍🚀' },
    { type: 'typing' },
    { type: 'read', upTo: { by: account, id } },
    { type: 'delete', to: id },
    { type: 'transfer', chainId: 1, txHash: hash, pays: { by: account, id } },
    { type: 'leave' },
  ];
  expect(new Set(usual.map((body) => encodeContent(made(body)).length))).toEqual(new Set([CONTENT_SIZES[0]]));
});

test('whatever bytes another device sends, decoding throws nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes)), (sent) => {
      expect(decodeContent(sent)).toBeNull();
    }),
  );
  expect(decodeContent(new Uint8Array(61 * 1_024))).toBeNull();
});
