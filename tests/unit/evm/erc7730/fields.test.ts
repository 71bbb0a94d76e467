/** @jest-environment node */
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiItem,
  zeroAddress,
} from 'viem';
import { describedCall, describedMessage } from '@/lib/evm/erc7730/describe';
import type { DescriptorFile, FieldItem } from '@/lib/evm/erc7730/descriptor-file';
import { quantityText } from '@/lib/evm/erc7730/field-value';

const to = getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359');
const from = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
const token = getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb');
const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const container = { from, to, value: 7n, chainId: 1 };

const callOf = (key: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: [parseAbiItem(`function ${key}` as 'function f()')], args: args as [] });

/** Returns a descriptor of one function or message of the contract. */
const fileOf = (
  key: string,
  fields: readonly FieldItem[],
  format: object = {},
  isMessage = false,
): DescriptorFile => {
  const bound = { deployments: [{ chainId: 1, address: to }] };
  return {
    context: isMessage ? { eip712: bound } : { contract: bound },
    metadata: {
      owner: 'Example',
      constants: { token },
      enums: { side: { 0: 'Buy', 1: 'Sell' } },
      maps: { tokens: { values: { 5: token } } },
    },
    display: { formats: { [key]: { intent: 'Trade', fields, ...format } } },
  };
};

const KEY =
  'f(uint256 amount, address asset, bytes path, uint256[] ids, (address to, uint256 share)[] parts, int256 delta, bool flag, string note, bytes inner)';
const args = [
  1_500_000n,
  token,
  `${token}${native.slice(2)}`,
  [1n, 2n],
  [
    { to: from, share: 10n },
    { to: token, share: 20n },
  ],
  -36_000n,
  true,
  'hello',
  encodeFunctionData({ abi: parseAbi(['function g(uint256 a)']), args: [9n] }),
] as const;
const data = callOf(KEY, args);

const described = (fields: readonly FieldItem[], format: object = {}) =>
  describedCall([fileOf(KEY, fields, format)], data, container);
const valuesOf = (...fields: FieldItem[]) => described(fields)?.fields.map(({ value }) => value);

test.each<[FieldItem, object]>([
  [{ path: 'amount' }, { kind: 'text', text: '1500000' }],
  [{ path: '#.delta' }, { kind: 'text', text: '-36000' }],
  [
    { path: 'flag', format: 'raw' },
    { kind: 'text', text: 'true' },
  ],
  [
    { path: 'note', format: 'raw' },
    { kind: 'text', text: 'hello' },
  ],
  [
    { path: 'asset', format: 'raw' },
    { kind: 'address', address: token },
  ],
  [
    { path: '@.value', format: 'amount' },
    { kind: 'amount', raw: 7n, token: zeroAddress },
  ],
  [
    { path: 'amount', format: 'tokenAmount', params: { tokenPath: 'asset' } },
    { kind: 'amount', raw: 1_500_000n, token },
  ],
  [{ path: 'amount', format: 'tokenAmount', params: { token: '$.metadata.constants.token' } }, { token }],
  [{ path: 'amount', format: 'tokenAmount', params: { tokenPath: 'path.[:20]' } }, { token }],
  [
    {
      path: 'amount',
      format: 'tokenAmount',
      params: { tokenPath: 'path.[-20:]', nativeCurrencyAddress: [native] },
    },
    { token: zeroAddress },
  ],
  [
    { path: 'amount', format: 'tokenAmount' },
    { kind: 'amount', token: null },
  ],
  [
    {
      path: 'amount',
      format: 'tokenAmount',
      params: { tokenPath: 'asset', threshold: '0x10' },
    },
    { threshold: 16n },
  ],
  [
    { path: 'amount', format: 'nftName', params: { collectionPath: 'asset' } },
    { kind: 'nft', id: 1_500_000n, collection: token },
  ],
  [
    { path: 'amount', format: 'date', params: { encoding: 'timestamp' } },
    { kind: 'time', seconds: 1_500_000n },
  ],
  [
    { path: 'amount', format: 'date', params: { encoding: 'blockheight' } },
    { kind: 'block', number: 1_500_000n },
  ],
  [
    { path: 'amount', format: 'duration' },
    { kind: 'duration', seconds: 1_500_000n },
  ],
  [
    { path: 'amount', format: 'unit', params: { base: '%', decimals: 4 } },
    { kind: 'text', text: '150%' },
  ],
  [
    { path: 'ids.[0]', format: 'enum', params: { $ref: '$.metadata.enums.side' } },
    { kind: 'enum', text: 'Sell' },
  ],
  [
    { path: 'ids.[-1]', format: 'enum', params: { $ref: '$.metadata.enums.side' } },
    { kind: 'unconverted', text: '2' },
  ],
  [
    { path: 'ids.[0]', format: 'chainId' },
    { kind: 'network', chainId: 1n },
  ],
  [
    { path: 'asset', format: 'tokenTicker' },
    { kind: 'token', address: token },
  ],
  [
    {
      path: 'ids.[0]',
      format: 'addressName',
      params: { senderAddress: '0x0000000000000000000000000000000000000001' },
    },
    { kind: 'address', address: from },
  ],
  [{ path: 'amount', format: 'addressName' }, { kind: 'address' }],
  [
    { path: 'note', format: 'tokenAmount' },
    { kind: 'unconverted', text: 'hello' },
  ],
  [
    { path: 'note', format: 'unknown' },
    { kind: 'unconverted', text: 'hello' },
  ],
  [
    { path: 'note', encryption: {} },
    { kind: 'unconverted', text: 'hello' },
  ],
  [
    { path: 'inner', format: 'calldata', params: { calleePath: 'asset', amountPath: '@.value' } },
    { kind: 'call', to: token, from, value: 7n },
  ],
  [
    {
      path: 'inner',
      format: 'calldata',
      params: { callee: token, selector: '0x01020304', spenderPath: '@.to' },
    },
    { kind: 'call', from: to, data: `0x01020304${args[8].slice(2)}` },
  ],
  [{ value: '$.metadata.constants.token', label: 'A', format: 'raw' }, { text: token }],
])('SIGN-1 a field is converted as ERC-7730 says: %j', (field, value) => {
  expect(valuesOf(field)).toEqual([expect.objectContaining(value)]);
});

test('SIGN-1 an address of an EVM chain is shown with its chain (ERC-7930)', () => {
  const key = 'f(bytes place)';
  const place = `0x00010000010114${token.slice(2)}` as Hex;
  const call = callOf(key, [place]);
  const field = { path: 'place', format: 'interoperableAddressName' };
  expect(describedCall([fileOf(key, [field])], call, container)?.fields[0]?.value).toEqual({
    ...{ kind: 'text', text: `${token}@eip155:1` },
  });
});

test('SIGN-1 a quantity has a prefix of the SI if the descriptor asks for one', () => {
  expect(quantityText(10n, { base: 'h' })).toBe('10h');
  expect(quantityText(15n, { base: 'd', decimals: 1 })).toBe('1.5d');
  expect(quantityText(36_000n, { base: 's', prefix: true })).toBe('36ks');
  expect(quantityText(15n, { base: 'W', decimals: 4, prefix: true })).toBe('1.5mW');
  expect(quantityText(-1_234_567n, { base: 'm', prefix: true })).toBe('-1.234567Mm');
  expect(quantityText(0n, { base: 'm', prefix: true })).toBe('0m');
});

test('SIGN-1 lists have a field for each element, whose token is the element’s own', () => {
  const share = { path: 'share', label: 'Share', format: 'tokenAmount', params: { tokenPath: 'to' } };
  const expected = [
    expect.objectContaining({ raw: 10n, token: from }),
    expect.objectContaining({ raw: 20n, token }),
  ];
  expect(valuesOf({ path: 'parts.[]', fields: [share] })).toEqual(expected);
  expect(valuesOf({ ...share, path: 'parts.[].share', params: { tokenPath: 'parts.[].to' } })).toEqual(
    expected,
  );
  expect(valuesOf({ path: 'ids.[1:]' })).toEqual([{ kind: 'text', text: '2' }]);
  expect(valuesOf({ path: 'ids' })).toHaveLength(2);
});

test('SIGN-1 the lists of a group are shown one after the other, or in turns', () => {
  const fields = [{ path: 'ids.[]' }, { path: 'parts.[].share' }];
  const texts = (iteration: 'sequential' | 'bundled') =>
    valuesOf({ iteration, fields })?.map((value) => (value.kind === 'text' ? value.text : ''));
  expect(texts('sequential')).toEqual(['1', '2', '10', '20']);
  expect(texts('bundled')).toEqual(['1', '10', '2', '20']);
  expect(
    valuesOf({ iteration: 'bundled', fields: [{ path: 'ids.[0]' }, { path: 'parts.[].share' }] }),
  ).toBeUndefined();
});

test('SIGN-1 fields are left out by their visibility, and a wrong constant means that the descriptor doesn’t fit', () => {
  const shown = (visible: FieldItem & object) => described([{ path: 'amount', ...visible }]);
  expect(shown({ visible: 'never' } as never)?.fields).toEqual([]);
  expect(shown({ visible: 'never' } as never)?.hidden).toContain('amount');
  expect(shown({ visible: 'always' } as never)?.hidden).not.toContain('amount');
  expect(shown({ visible: { ifNotIn: ['1500000'] } } as never)).toMatchObject({ fields: [] });
  expect(shown({ visible: { ifNotIn: ['0x1'] } } as never)?.fields).toHaveLength(1);
  expect(shown({ visible: { mustBe: ['0x16e360'] } } as never)).toMatchObject({ fields: [] });
  expect(shown({ visible: { mustBe: [1] } } as never)).toBeNull();
});

test('SIGN-1 a sentence has the values of shown fields, or there is none', () => {
  const amount = { path: 'amount', format: 'tokenAmount', params: { tokenPath: 'asset' } };
  const sentence = (interpolatedIntent: string) =>
    described([amount, { path: 'note', format: 'unit', params: { base: 'x' } }], { interpolatedIntent })
      ?.sentence;
  expect(sentence('Send {amount} {{now}}')).toEqual([
    'Send ',
    [expect.objectContaining({ path: 'amount' })],
    ' ',
    '{',
    'now',
    '}',
    '',
  ]);
  expect(sentence('Send {#.amount}')).not.toBeNull();
  expect(sentence('Send {asset}')).toBeNull();
  expect(sentence('Send {note}')).toBeNull();
});

test.each<[string, FieldItem]>([
  ['a missing argument', { path: 'none' }],
  ['a struct that isn’t one', { path: 'amount.value' }],
  ['an element that isn’t there', { path: 'ids.[2]' }],
  ['bytes that aren’t there', { path: 'asset.[:21]' }],
  ['a malformed path', { path: 'ids.[a]' }],
  ['a path into the file that has no constant', { value: '$.metadata.constants.none' }],
  [
    'groups in groups',
    [1, 2, 3, 4, 5].reduce<FieldItem>((inner) => ({ fields: [inner] }), { path: 'amount' }),
  ],
])('SIGN-1 a descriptor with %s doesn’t fit', (_, field) => {
  expect(described([field])).toBeNull();
});

test('SIGN-1 a call is described only at the deployed contract, on its chain, with its function', () => {
  const files = [fileOf(KEY, [{ path: 'amount' }])];
  expect(describedCall(files, data, container)).not.toBeNull();
  expect(describedCall(files, data, { ...container, chainId: 2 })).toBeNull();
  expect(describedCall(files, data, { ...container, to: token })).toBeNull();
  expect(describedCall(files, `0x00000000${data.slice(10)}`, container)).toBeNull();
  expect(describedCall(files, data.slice(0, 300) as Hex, container)).toBeNull();
});

const types = 'Order(address maker,Part part)Part(uint256 share)';
const message = (domain: object = {}, part = 'Part') => ({
  structs: new Map([
    [
      'EIP712Domain',
      ['name', 'chainId', 'verifyingContract'].map((name, at) => ({
        name,
        type: ['string', 'uint256', 'address'][at] ?? '',
      })),
    ],
    [
      'Order',
      [
        { name: 'maker', type: 'address' },
        { name: 'part', type: part },
      ],
    ],
    [part, [{ name: 'share', type: 'uint256' }]],
  ]),
  primaryType: 'Order',
  domain: { name: 'Shop', chainId: 1n, verifyingContract: to as Address, ...domain },
  message: { maker: from, part: { share: 3n } },
});

test('SIGN-1 a message is described only with the descriptor’s types and domain (EIP-712)', () => {
  const file = fileOf(types, [{ path: 'part.share' }], {}, true);
  const bound = (eip712: object): DescriptorFile => ({
    ...file,
    context: { eip712: { ...file.context.eip712, ...eip712 } as never },
  });
  const say = (one: DescriptorFile, given = message()) =>
    describedMessage([one], given, from)?.fields[0]?.value;
  expect(say(file)).toEqual({ kind: 'text', text: '3' });
  expect(say(bound({ domain: { name: 'Shop', chainId: 1 } }))).toBeDefined();
  expect(say(bound({ domain: { name: 'Shop', version: '1' } }))).toBeUndefined();
  expect(say(bound({ domainSeparator: `0x${'0'.repeat(64)}` }))).toBeUndefined();
  expect(say(file, message({ chainId: 2n }))).toBeUndefined();
  expect(say(file, message({ verifyingContract: token }))).toBeUndefined();
  expect(say(file, message({}, 'Other'))).toBeUndefined();
});

test.each([1.5, 1e80, -1, ''])('SIGN-1 a constant of %j breaks no format', (value) => {
  for (const format of ['amount', 'date', 'duration', 'unit', 'addressName', 'nftName', 'chainId', 'raw'])
    expect(described([{ value, label: 'Constant', format, params: { base: 'x' } }])?.fields).toHaveLength(1);
});

test('SIGN-1 a negative number is no amount', () => {
  expect(valuesOf({ path: 'delta', format: 'amount' })).toEqual([{ kind: 'unconverted', text: '-36000' }]);
});

test('SIGN-1 calldata with other bytes than its arguments have isn’t described', () => {
  const key = 'f(uint64 least)';
  const call = callOf(key, [1n]);
  const say = (bytes: Hex) => describedCall([fileOf(key, [{ path: 'least' }])], bytes, container);
  expect(say(`${call}00`)).not.toBeNull();
  expect(say(call.replace(/0{16}(0{15}1)$/, '0000000000000001$1') as Hex)).toBeNull();
  expect(say(`${call}${'00'.repeat(8 * 1024)}`)).toBeNull();
});

test('SIGN-1 groups in groups end once too many values are looked at', () => {
  const key = 'f(uint256[] ids)';
  const call = callOf(key, [Array.from({ length: 60 }, (_, at) => BigInt(at))]);
  const leaf = { path: '#.ids.[0]', visible: { ifNotIn: [0] } };
  const nested = [1, 2, 3].reduce<FieldItem>((inner) => ({ path: '#.ids.[]', fields: [inner] }), leaf);
  expect(describedCall([fileOf(key, [nested])], call, container)).toBeNull();
});

test('SIGN-1 bundled rows stay together, although some aren’t shown', () => {
  const texts = valuesOf({
    iteration: 'bundled',
    fields: [
      { path: 'ids.[]', visible: { ifNotIn: [1] } },
      { path: 'parts.[].share' },
      { path: 'none', visible: 'never' },
    ],
  })?.map((value) => (value.kind === 'text' ? value.text : ''));
  expect(texts).toEqual(['10', '2', '20']);
});

test('SIGN-1 a group’s label is a heading, and a sentence names fields by their whole path', () => {
  const group = { path: 'parts.[0]', label: 'First', fields: [{ path: 'share', label: 'Share' }] };
  const say = (interpolatedIntent: string) => described([group], { interpolatedIntent });
  expect(say('')?.fields.map(({ value }) => value.kind)).toEqual(['heading', 'text']);
  expect(say('Give {share}')?.sentence).toBeNull();
  expect(say('Give {parts.[0].share}')?.sentence).not.toBeNull();
});

test('SIGN-1 what has no text, is cut, or only chooses something counts as hidden', () => {
  const hidden = (...fields: FieldItem[]) => described(fields)?.hidden;
  const all = described([])?.hidden;
  const amount = { path: 'amount', format: 'tokenAmount' };
  const without = (...paths: string[]) => all?.filter((path) => !paths.includes(path));
  // Structs and lists have no text, neither as a value nor as a parameter.
  expect(hidden({ path: '#' })).toEqual(all);
  expect(hidden({ path: 'parts.[0]' })).toEqual(all);
  expect(hidden({ value: 5, format: 'tokenAmount', params: { chainIdPath: '#' } })).toEqual(all);
  // A parameter that isn't what its format needs.
  expect(hidden({ ...amount, params: { tokenPath: 'note' } })).toEqual(without('amount'));
  expect(hidden({ ...amount, params: { tokenPath: 'asset' } })).toEqual(without('amount', 'asset'));
  // The key of a map, and the caller of a call in the call.
  const token = { map: '$.metadata.maps.tokens', keyPath: 'delta' };
  expect(hidden({ ...amount, params: { token } })).toEqual(without('amount'));
  const call = { path: 'inner', format: 'calldata', params: { callee: to, spenderPath: 'asset' } };
  expect(hidden(call)).toEqual(without('inner'));
  // Slices, of which only zeros may be left out. 1,500,000 has three bytes.
  expect(hidden({ path: 'amount.[31:]' })).toEqual(all);
  expect(hidden({ path: 'amount.[29:]' })).toEqual(without('amount'));
  expect(hidden({ path: 'path.[:20]' }, { path: 'path.[20:]' })).toEqual(without('path'));
});

test('SIGN-1 bytes after the arguments of a call are hidden ones', () => {
  const key = 'f(uint64 least)';
  const say = (end: string) =>
    describedCall([fileOf(key, [{ path: 'least' }])], `${callOf(key, [1n])}${end}`, container)?.hidden;
  expect(say('')).toEqual([]);
  expect(say('00ff')).toEqual(['msg.data[36:]']);
});

test('SIGN-1 constants in groups in groups end, too', () => {
  const key = 'f(uint256[] ids)';
  const call = callOf(key, [Array.from({ length: 50 }, (_, at) => BigInt(at))]);
  const constants = Array.from({ length: 60 }, () => ({ value: 'x', visible: { ifNotIn: ['x'] } }));
  const group = { path: '#.ids.[]', fields: [{ path: '#.ids.[]', fields: constants }] };
  expect(describedCall([fileOf(key, [group])], call, container)).toBeNull();
});

test('SIGN-1 arguments that share bytes are refused before they are decoded', () => {
  const key = 'f(bytes[][] lists)';
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const list = (length: number) => word(length) + word(32 * length).repeat(length);
  const shared = `${callOf(key, [[]]).slice(0, 10)}${word(32)}${list(100)}${list(100)}${word(1_504)}${'ab'.repeat(1_504)}`;
  const started = performance.now();
  expect(describedCall([fileOf(key, [])], shared as Hex, container)).toBeNull();
  expect(performance.now() - started).toBeLessThan(1_000);
  const own = callOf(key, [[['0x1234', '0x'], [], [`0x${'ab'.repeat(40)}`]]]);
  expect(describedCall([fileOf(key, [])], own, container)?.hidden).toEqual(['lists.[].[]']);
  const mixed = 'f((uint256[2] a, string[2] b, (bool c, bytes d)[] e)[1] g)';
  const parts = { a: [1n, 2n], b: ['x', ''], e: [{ c: true, d: '0x12' }] };
  expect(describedCall([fileOf(mixed, [])], callOf(mixed, [[parts]]), container)).not.toBeNull();
});
