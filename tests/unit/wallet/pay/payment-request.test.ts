import fc from 'fast-check';
import { type Address, getAddress, keccak256, maxUint256, zeroAddress } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { parsePaymentRequest } from '@/lib/wallet/pay/parse-payment-request';
import { openRequest, readPayParams } from '@/lib/wallet/pay/pay-params';
import type { OfferProblem, PaymentRequest, RequestProblem } from '@/lib/wallet/pay/payment-request';
import { paymentOptions, writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { readPaymentText } from '@/lib/wallet/pay/read-payment';
import en from '@/messages/en.json';

const alice = getAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
const token = getAddress('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359');
const page = new URL('https://tidewell.example/wallet/pay');
const coin = { recipient: alice, token: NATIVE_TOKEN } as const;

test.each<[string, PaymentRequest]>([
  [`ethereum:${alice}`, { ...coin, chainId: null, amount: null }],
  [`ethereum:pay-${alice}@1`, { ...coin, chainId: 1, amount: null }],
  [
    `ethereum:${alice.toLowerCase()}@8453?value=2.014e18`,
    { ...coin, chainId: 8453, amount: 2_014n * 10n ** 15n },
  ],
  [`ethereum:${alice}?value=0.5E1`, { ...coin, chainId: null, amount: 5n }],
  [`ethereum:${alice}?value=1e77`, { ...coin, chainId: null, amount: 10n ** 77n }],
  [`ethereum:${alice}?value=${maxUint256}`, { ...coin, chainId: null, amount: maxUint256 }],
  [`ethereum:${alice}?gas=21000&value=1&gasPrice=5e9`, { ...coin, chainId: null, amount: 1n }],
  [`ethereum:${token}@10/transfer?address=${alice}`, { recipient: alice, token, chainId: 10, amount: null }],
  [
    `ethereum:${token}/transfer?address=${alice}&uint256=25e5&gasLimit=90000`,
    { recipient: alice, token, chainId: null, amount: 2_500_000n },
  ],
  // Schemes are case-insensitive (RFC 3986), and alphanumeric QR codes have no lowercase letters.
  [`Ethereum:${alice}`, { ...coin, chainId: null, amount: null }],
  [`ETHEREUM:PAY-0X${alice.slice(2).toUpperCase()}`, { ...coin, chainId: null, amount: null }],
  [`ethereum:0x${alice.slice(2).toUpperCase()}@1`, { ...coin, chainId: 1, amount: null }],
  // Percent-encoded characters that don't need encoding.
  [`ethereum:%30x${alice.slice(2)}@%31?v%61lue=1%65%33`, { ...coin, chainId: 1, amount: 1_000n }],
  [
    `ethereum:${token}/%74ransfer?address=${alice.slice(0, 5)}%${alice.charCodeAt(5).toString(16)}${alice.slice(6)}`,
    { recipient: alice, token, chainId: null, amount: null },
  ],
])('WAL-14 %s is parsed according to EIP-681', (text, request) => {
  expect(parsePaymentRequest(text)).toEqual({ request });
});

test.each([
  ['ethereum:alice.eth@1?value=1', { name: 'alice.eth', token: NATIVE_TOKEN, chainId: 1, amount: 1n }],
  ['ethereum:pay-my-name.eth', { name: 'my-name.eth', token: NATIVE_TOKEN, chainId: null, amount: null }],
  ['ETHEREUM:ALICE.ETH', { name: 'ALICE.ETH', token: NATIVE_TOKEN, chainId: null, amount: null }],
  [
    `ethereum:${token}/transfer?address=pay.alice.xyz&uint256=7`,
    { name: 'pay.alice.xyz', token, chainId: null, amount: 7n },
  ],
  ['ethereum:tom0x.eth', { name: 'tom0x.eth', token: NATIVE_TOKEN, chainId: null, amount: null }],
  ['ethereum:%C3%BC.eth', { name: 'ü.eth', token: NATIVE_TOKEN, chainId: null, amount: null }],
])('WAL-14 %s has an ENS name as recipient', (text, named) => {
  expect(parsePaymentRequest(text)).toEqual({ named });
});

const onlyCase = alice.replace('A', 'a') as Address;

const refusals: [string, RequestProblem][] = [
  ['', 'empty'],
  [`ethereum:${alice}?value=${'1'.repeat(500)}`, 'tooLong'],
  [`ethereum:${alice}\u0000`, 'control'],
  [`ethereum:${alice}\u202e?value=1`, 'control'],
  [`ethereum:${alice}?value=1\n`, 'control'],
  [`ethereum:${alice}%3Fvalue=1`, 'percent'],
  [`ethereum:${alice}?value=1%26`, 'percent'],
  [`ethereum:${alice}?value=%2531`, 'percent'],
  [`ethereum:${alice}?value=%FF`, 'percent'],
  [`ethereum:${alice}?value=%3`, 'percent'],
  [`ethereum:${alice}%40${1}`, 'percent'],
  [`ethereum:alice%20.eth`, 'percent'],
  [`ethereum:alice%E2%80%AE.eth`, 'control'],
  [`ethereum%3A${alice}`, 'foreign'],
  [`ethereum:${alice}?value=1 `, 'characters'],
  [`ethereum:${alice}?value=１`, 'characters'],
  ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'foreign'],
  ['https://evil.example/?request=ethereum:0x', 'foreign'],
  [`eip155:1:${alice}`, 'foreign'],
  [`ethereum:approve-${alice}`, 'prefix'],
  ['ethereum:my-name.eth', 'prefix'],
  ['ethereum:0x12.eth', 'address'],
  ['ethereum:alice.3th', 'address'],
  ['ethereum:.eth', 'address'],
  [`ethereum:dai.eth/transfer?address=${alice}`, 'tokenName'],
  [`ethereum:${token}/transfer?address=${token}&uint256=1`, 'token'],
  [`ethereum:${token}/transfer?address=${token.toLowerCase()}`, 'token'],
  ['ethereum:0x1234', 'address'],
  [`ethereum:${alice}0`, 'address'],
  [`ethereum:${alice.slice(2)}`, 'address'],
  ['ethereum:', 'address'],
  [`ethereum:${onlyCase}`, 'checksum'],
  [`ethereum:${zeroAddress}?value=1`, 'zero'],
  [`ethereum:${token}/transfer?address=${zeroAddress}&uint256=1`, 'zero'],
  ['ethereum:0x000000000000000000000000000000000000dEaD?value=1', 'reserved'],
  [`ethereum:${token}/transfer?address=0x0000000000000000000000000000000000000001`, 'reserved'],
  [`ethereum:${alice}@`, 'chainId'],
  [`ethereum:${alice}@0`, 'chainId'],
  [`ethereum:${alice}@01`, 'chainId'],
  [`ethereum:${alice}@0x1`, 'chainId'],
  [`ethereum:${alice}@1e3`, 'chainId'],
  [`ethereum:${alice}@9007199254740992`, 'chainId'],
  [`ethereum:${alice}@1@1`, 'trailing'],
  [`ethereum:${token}/transferFrom?address=${alice}&uint256=1`, 'function'],
  [`ethereum:${token}/?address=${alice}&uint256=1`, 'function'],
  [`ethereum:${token}/transfer/transfer?address=${alice}`, 'trailing'],
  [`ethereum:${alice}?value=1#2`, 'trailing'],
  [`ethereum:${alice}?value=1?value=2`, 'trailing'],
  [`ethereum:${alice}?`, 'parameter'],
  [`ethereum:${alice}?value=1&`, 'parameter'],
  [`ethereum:${alice}?value`, 'parameter'],
  [`ethereum:${alice}?value==1`, 'parameter'],
  [`ethereum:${alice}?gas=value=1`, 'parameter'],
  [`ethereum:${alice}?value=1=2`, 'parameter'],
  [`ethereum:${alice}?value=1&data=0x`, 'unknownParameter'],
  [`ethereum:${alice}?Value=1`, 'unknownParameter'],
  // The reason is the name, whatever the value of a parameter that no standard defines.
  [`ethereum:${alice}?value=1&label=Shop%2011`, 'unknownParameter'],
  [`ethereum:${alice}?label=50%25&value=1`, 'unknownParameter'],
  [`ethereum:${alice}?label=%FF`, 'unknownParameter'],
  [`ethereum:${alice}?label=`, 'unknownParameter'],
  [`ethereum:${alice}?label`, 'unknownParameter'],
  [`ethereum:${token}/transfer?address=${alice}&uint256=1&message=a=b`, 'unknownParameter'],
  [`ethereum:${alice}?uint256=1`, 'unknownParameter'],
  [`ethereum:${alice}?value=1&value=2`, 'duplicateParameter'],
  [`ethereum:${alice}?gas=1&gasLimit=1`, 'duplicateParameter'],
  [`ethereum:${token}/transfer?address=${alice}&address=${token}&uint256=1`, 'duplicateParameter'],
  [`ethereum:${token}/transfer?uint256=1&address=${alice}`, 'parameterOrder'],
  [`ethereum:${token}/transfer`, 'noRecipient'],
  [`ethereum:${token}/transfer?uint256=1`, 'noRecipient'],
  [`ethereum:${token}/transfer?address=${alice}&uint256=1&value=1`, 'valueWithToken'],
  [`ethereum:${token}/Transfer?address=${alice}&uint256=1`, 'function'],
  [`ETHEREUM:${token}/TRANSFER?ADDRESS=${alice}`, 'function'],
  [`ethereum:${alice}?value=0x10`, 'number'],
  [`ethereum:${alice}?value=.`, 'number'],
  [`ethereum:${alice}?value=.5e1`, 'number'],
  [`ethereum:${alice}?value=e18`, 'number'],
  [`ethereum:${alice}?value=USD5ETH`, 'number'],
  [`ethereum:${alice}?value=1.e18`, 'number'],
  [`ethereum:${alice}?value=1e18.5`, 'number'],
  [`ethereum:${alice}?value=1e`, 'unit'],
  [`ethereum:${alice}?value=1,5e18`, 'number'],
  [`ethereum:${alice}?value=007`, 'number'],
  [`ethereum:${alice}?value=-1`, 'sign'],
  [`ethereum:${alice}?value=+1`, 'sign'],
  [`ethereum:${alice}?value=1ETH`, 'unit'],
  [`ethereum:${alice}?value=12.5ETH`, 'unit'],
  [`ethereum:${alice}?value=1e18wei`, 'unit'],
  [`ethereum:${alice}?value=1e-1`, 'number'],
  [`ethereum:${alice}?value=1e78`, 'exponent'],
  [`ethereum:${alice}?value=1e018`, 'exponent'],
  [`ethereum:${alice}?value=1.5`, 'fraction'],
  [`ethereum:${alice}?value=2.0145e3`, 'fraction'],
  [`ethereum:${alice}?value=${maxUint256 + 1n}`, 'overflow'],
  [`ethereum:${alice}?value=2e77`, 'overflow'],
  [`ethereum:${alice}?value=0`, 'zeroAmount'],
  [`ethereum:${alice}?value=0e18`, 'zeroAmount'],
  [`ethereum:${alice}?value=1&gas=-5`, 'sign'],
  // `my-` is either part of a name or the prefix for another purpose (ERC-831).
  ['ethereum:my-name.eth', 'prefix'],
  ['ethereum:my%2Dname.eth', 'prefix'],
  [`ethereum:${token.toLowerCase()}/transfer?address=%30x${token.slice(2)}`, 'token'],
  [`ETHEREUM:0X${token.slice(2).toUpperCase()}/transfer?address=${token}&uint256=1`, 'token'],
  ['ethereum:%C0%B1lice.eth', 'percent'],
];

test.each(refusals)('WAL-14 %j is refused: %s', (text, problem) => {
  expect(parsePaymentRequest(text)).toEqual({ problem });
});

test('WAL-14 a request may have 512 characters, and no more', () => {
  const start = `ethereum:${alice}?gas=`;
  const text = start + '0'.repeat(511 - start.length);
  expect(parsePaymentRequest(`${text}1`)).toEqual({ problem: 'number' });
  expect(parsePaymentRequest(`${text}01`)).toEqual({ problem: 'tooLong' });
});

test('WAL-14 every rejection reason has a message and is tested above', () => {
  // The page checks for these reasons, because they depend on the lists of networks, tokens and names, or on typed text.
  const { chainUnlisted: _chain, tokenUnlisted: _token, ens: _ens, ...parsed } = en.wallet.pay.refused;
  const { bareAddress: _address, bareChecksum: _checksum, ...words } = parsed;
  const { zero, token, reserved } = en.wallet.recipient.problem;
  expect(new Set(refusals.map(([, problem]) => problem))).toEqual(
    new Set(Object.keys({ ...words, zero, token, reserved })),
  );
});

test.each([
  [alice, { ...coin, token: null, chainId: null, amount: null }],
  [` ${alice.toLowerCase()}\n`, { ...coin, token: null, chainId: null, amount: null }],
  [
    `${page}?tab=pay&request=${encodeURIComponent(`ethereum:${alice}@1?value=7`)}`,
    { ...coin, chainId: 1, amount: 7n },
  ],
  [
    `https://tidewell.example/zh-Hant/wallet/pay?request=${encodeURIComponent(`ethereum:${alice}@1`)}`,
    { ...coin, chainId: 1, amount: null },
  ],
  [`eip155:8453:${alice}`, { ...coin, token: null, chainId: 8453, amount: null }],
  [`ETH:0X${alice.slice(2).toUpperCase()}`, { ...coin, token: null, chainId: 1, amount: null }],
])('WAL-14 a bare address or a link to this site is parsed: %j', (text, request) => {
  expect(readPaymentText(text, page)).toEqual({ request });
});

test.each<[string, RequestProblem | OfferProblem]>([
  [`https://evil.example/wallet/pay?request=ethereum:${alice}`, 'foreign'],
  [`${page.origin}/home?request=ethereum:${alice}`, 'foreign'],
  [`nowhere:${alice}`, 'chainUnlisted'],
  [`eth:${onlyCase}`, 'bareChecksum'],
  [`eth:${alice}@1`, 'foreign'],
  [`bip122:1:${alice}`, 'foreign'],
  [`${alice}, ${token}`, 'characters'],
  [alice.slice(0, 40), 'bareAddress'],
  [onlyCase, 'bareChecksum'],
  [zeroAddress, 'zero'],
  [alice.slice(2), 'foreign'],
  ['https://alice.eth', 'foreign'],
  ['al\u200bice.eth', 'control'],
  ['0x1234.eth', 'bareAddress'],
  [`${'a'.repeat(255)}.eth`, 'bareAddress'],
])('WAL-14 text that only resembles an address is rejected: %j is %s', (text, problem) => {
  expect(readPaymentText(text, page)).toEqual({ problem });
});

test('WAL-14 a bare ENS name leaves network, token and amount to the payer', () => {
  expect(readPaymentText(' alice.eth', page)).toEqual({
    named: { name: 'alice.eth', token: null, chainId: null, amount: null },
  });
});

/** Random addresses that contain letters, because an address with only digits has no checksum. */
const address = fc.uint8Array({ minLength: 1 }).map((seed) => getAddress(keccak256(seed).slice(0, 42)));
const payment = fc
  .record({
    recipient: address,
    chainId: fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    token: fc.oneof(fc.constant(NATIVE_TOKEN), address),
    amount: fc.option(fc.bigInt({ min: 1n, max: maxUint256 })),
  })
  .filter(({ recipient, token: paid }) => recipient !== paid);

test.each<[Parameters<typeof writePaymentRequest>[0], string]>([
  [{ ...coin, chainId: null, amount: null }, `ethereum:${alice}`],
  [{ ...coin, chainId: 10, amount: 10n ** 18n }, `ethereum:${alice}@10?value=1000000000000000000`],
  [{ ...coin, token, chainId: null, amount: null }, `ethereum:${token}/transfer?address=${alice}`],
  [{ ...coin, token, chainId: 1, amount: 7n }, `ethereum:${token}@1/transfer?address=${alice}&uint256=7`],
])('WAL-14 a request is written for other wallets to read: %#', (request, text) => {
  expect(writePaymentRequest(request)).toBe(text);
});

test('WAL-14 NUM-1 a written request is parsed back exactly, to the last base unit', () => {
  fc.assert(
    fc.property(payment, (request) => {
      fc.pre(request.token !== request.recipient);
      expect(parsePaymentRequest(writePaymentRequest(request))).toEqual({ request });
    }),
    { numRuns: 1_000 },
  );
});

test('WAL-14 writing a request that sends a token to its own contract throws', () => {
  expect(() => writePaymentRequest({ recipient: token, token, chainId: 1, amount: 1n })).toThrow(RangeError);
});

const encodedChar = (char: string) => `%${char.charCodeAt(0).toString(16)}`;

test('WAL-14 a request parses the same with any case of its scheme and any unreserved characters encoded', () => {
  const capitals = fc.array(fc.boolean(), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(payment, capitals, fc.array(fc.nat(), { maxLength: 12 }), (request, isCapital, spots) => {
      const text = writePaymentRequest(request);
      const [scheme, rest] = [text.slice(0, 9), text.slice(9)];
      const chosen = new Set(spots.map((spot) => spot % rest.length));
      const written =
        [...scheme].map((char, at) => (isCapital[at] ? char.toUpperCase() : char)).join('') +
        [...rest].map((char, at) => (chosen.has(at) && /\w/.test(char) ? encodedChar(char) : char)).join('');
      expect(parsePaymentRequest(written)).toEqual({ request });
    }),
    { numRuns: 1_000 },
  );
});

/**
 * Returns the index ranges of amount and chain ID digits. Changing one of these digits results in another valid
 * request.
 */
const digitsOf = (text: string): [number, number][] =>
  [...text.matchAll(/(?<=@|value=|uint256=)\d+/g)].map(({ index, 0: digits }) => [
    index,
    index + digits.length,
  ]);

const strange = fc.oneof(
  fc.constantFrom(...'0aAfFxXeE.+-%&=?#@/: \t\n\0\u200b\u202e\u00a0０аＥ'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
);
const change = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('insert', 'replace', 'remove', 'swap', 'case', 'double', 'cut'),
  text: strange,
});

/** Mutates a text in one place, outside the digits of an amount or chain ID. */
function mutate(text: string, { at, kind, text: put }: { at: number; kind: string; text: string }): string {
  const spans = digitsOf(text);
  const places = [...text]
    .map((_, index) => index)
    .filter((index) => !spans.some(([from, to]) => index >= from && index <= to));
  const place = places[at % places.length] ?? 0;
  const [before, here, after] = [text.slice(0, place), text.charAt(place), text.slice(place + 1)];
  if (kind === 'insert') return before + put + here + after;
  if (kind === 'replace') return before + put + after;
  if (kind === 'remove') return before + after;
  if (kind === 'swap') return before + after.charAt(0) + here + after.slice(1);
  if (kind === 'case')
    return before + (here === here.toLowerCase() ? here.toUpperCase() : here.toLowerCase()) + after;
  return kind === 'double' ? before + here + here + after : before;
}

test('WAL-14 a mutated request is rejected, or is the same payment or an incomplete part of it; nothing throws', () => {
  let refused = 0;
  fc.assert(
    fc.property(payment, change, (request, how) => {
      const text = writePaymentRequest(request);
      const changed = mutate(text, how);
      for (const read of [parsePaymentRequest(changed), readPaymentText(changed, page)]) {
        // Changing one character never turns an address into a name.
        expect(read).not.toHaveProperty('named');
        if (!('request' in read)) {
          refused += 1;
          continue;
        }
        // A truncated text may be a shorter valid request, so the page asks the payer for the missing values.
        const { request: other } = read;
        if (request.token !== NATIVE_TOKEN && other.token === NATIVE_TOKEN) {
          // A request that is cut off before `/transfer` pays the token's own contract, which the review rejects.
          expect(other).toMatchObject({ recipient: request.token, amount: null });
          continue;
        }
        expect({ changed, ...other }).toEqual({
          changed,
          recipient: request.recipient,
          chainId: other.chainId === null ? null : request.chainId,
          token: other.token === null ? null : request.token,
          amount: other.amount === null ? null : request.amount,
        });
      }
    }),
    { numRuns: 3_000, seed: 681 },
  );
  expect(refused).toBeGreaterThan(4_000);
});

test('WAL-14 any text is parsed or rejected without throwing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        strange.map((tail) => `ethereum:${alice}${tail}`),
      ),
      (text) => {
        expect(Object.keys(readPaymentText(text, page))).toHaveLength(1);
      },
    ),
    { numRuns: 1_000 },
  );
});

const chain = {
  name: 'North Sea',
  nativeSymbol: 'ETH',
  browserAddress: '',
  browserTx: '',
  rpcUrl: '',
  testnet: true,
};
const chains = [1, 10].map((id) => ({ ...chain, id }));
const coins = [
  {
    id: 1,
    symbol: 'ETH',
    name: 'Ether',
    icon: '',
    sort: 1,
    tokens: [1, 10].map((chainId) => ({ chainId, address: null, decimals: 18 })),
  },
  {
    id: 2,
    symbol: 'USDT',
    name: 'Tether',
    icon: '',
    sort: 2,
    tokens: [{ chainId: 10, address: token, decimals: 6 }],
  },
];
const symbols = (request: Pick<PaymentRequest, 'chainId' | 'token'>) => {
  const found = paymentOptions(request, chains, coins);
  return 'problem' in found
    ? found.problem
    : found.options.map(({ chain: { id }, tokens }) => [id, ...tokens.map(({ symbol }) => symbol)]);
};

test('WAL-14 only listed networks and tokens can be paid, and values missing from a request can be chosen', () => {
  expect(symbols({ chainId: null, token: null })).toEqual([
    [1, 'ETH'],
    [10, 'ETH', 'USDT'],
  ]);
  expect(symbols({ chainId: null, token })).toEqual([[10, 'USDT']]);
  expect(symbols({ chainId: 10, token: NATIVE_TOKEN })).toEqual([[10, 'ETH']]);
  expect(symbols({ chainId: 1, token })).toBe('tokenUnlisted');
  expect(symbols({ chainId: 10, token: alice })).toBe('tokenUnlisted');
  expect(symbols({ chainId: 3, token: NATIVE_TOKEN })).toBe('chainUnlisted');
});

test('WAL-14 scanning the same code again while its review opens adds only one history entry', () => {
  window.history.replaceState(null, '', '/wallet/pay?tab=pay');
  const { length } = window.history;
  for (const request of ['ethereum:0x1', 'ethereum:0x1', 'ethereum:0x1']) openRequest(request);
  expect(window.history.length).toBe(length + 1);
  expect(readPayParams(new URLSearchParams(window.location.search)).request).toBe('ethereum:0x1');
  openRequest('ethereum:0x2');
  expect(window.history.length).toBe(length + 2);
});
