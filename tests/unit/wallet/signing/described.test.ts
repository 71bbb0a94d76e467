import { type Address, encodeFunctionData, getAddress, type Hex, parseAbiItem } from 'viem';
import type { DescriptorFile, FieldItem } from '@/lib/evm/erc7730/descriptor-file';
import type { SigningContext } from '@/lib/wallet/signing/context';
import { lookupsOf, placeKey } from '@/lib/wallet/signing/described';
import { isDanger } from '@/lib/wallet/signing/finding';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import type { Group } from '@/lib/wallet/signing/reading';
import { withEffects } from '@/lib/wallet/signing/simulated-effects';
import { addressesOf, readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { signingContext } from '../../../support/signing-context';

const CHAIN = 31337;
const account = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
const token = getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359');
const shop = getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb');
const vault = getAddress('0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb');
const unlisted = getAddress('0x8617e340b3d01fa5f11f306f4090fd50e238070d');

const KEY = 'buy(address asset,uint256 amount,address receiver,bytes inner)';
const callOf = (key: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: [parseAbiItem(`function ${key}` as 'function f()')], args: args as [] });
const buy = (asset: Address = token, inner: Hex = '0x') => callOf(KEY, [asset, 2_500_000n, shop, inner]);

const amountField = { path: 'amount', label: 'Pay', format: 'tokenAmount', params: { tokenPath: 'asset' } };
const fields: FieldItem[] = [amountField, { path: 'receiver', label: 'Shop', format: 'addressName' }];

const fileOf = (
  items: readonly FieldItem[] = fields,
  { key = KEY, format = {}, isMessage = false }: { key?: string; format?: object; isMessage?: boolean } = {},
): DescriptorFile => {
  const bound = { deployments: [{ chainId: CHAIN, address: shop }] };
  return {
    context: isMessage ? { eip712: bound } : { contract: bound },
    metadata: { owner: 'Example Shop' },
    display: { formats: { [key]: { intent: 'Buy', fields: items, ...format } } },
  };
};

const contextOf = (files: readonly DescriptorFile[], changes: Partial<SigningContext> = {}): SigningContext =>
  signingContext(
    { chainId: CHAIN, account, token, vault },
    { isForeign: true, descriptors: new Map([[placeKey(CHAIN, shop), files]]), ...changes },
  );
const read = (context: SigningContext, data = buy(), value = 0n) =>
  readTransaction({ to: shop, value, data }, context);
const codes = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);
const described = ({ groups }: { groups: readonly Group[] }) =>
  groups.find(({ title }) => title === 'description');
/** The wallet's own rows about the description. */
const about = ({ groups }: { groups: readonly Group[] }) =>
  groups.find(({ title }) => title === 'aboutDescription')?.facts;

test('SIGN-3 a DApp’s call is described by the registry, which is named, and stays a danger', () => {
  const without = read(contextOf([]));
  expect(without.findings.filter(isDanger).map(({ code }) => code)).toEqual(['blindCall']);
  const reading = read(contextOf([fileOf(fields, { format: { interpolatedIntent: 'Buy for {amount}' } })]));
  expect(reading.findings.filter(isDanger)).toEqual(without.findings.filter(isDanger));
  expect(reading.findings).toContainEqual({ code: 'describedByOthers', about: 'Example Shop', other: '' });
  expect(described(reading)).toMatchObject({
    facts: [
      {
        ...{ field: 'Pay', isLabel: true },
        value: { kind: 'amount', raw: 2_500_000n, token: { symbol: 'tUSDT', decimals: 6 } },
      },
      { field: 'Shop', value: { kind: 'address', address: shop } },
    ],
    sentence: ['Buy for ', { kind: 'amount', raw: 2_500_000n }, ''],
  });
  expect(about(reading)).toMatchObject([
    { label: 'describedBy', value: { text: 'Example Shop' } },
    { label: 'leftOut', value: { text: 'inner' } },
  ]);
});

test.each<[string, DescriptorFile, Hex]>([
  ['another function', fileOf(fields, { key: 'sell(address asset)' }), buy()],
  ['a value that it forbids', fileOf([{ path: 'amount', visible: { mustBe: ['1'] } }]), buy()],
  ['a path that isn’t there', fileOf([{ path: 'price', label: 'Price' }]), buy()],
  ['cut calldata', fileOf(), buy().slice(0, 200) as Hex],
])('SIGN-3 a descriptor with %s doesn’t apply, and the call stays a danger', (_, file, data) => {
  const reading = read(contextOf([file]), data);
  expect(codes(reading)).toContain('blindCall');
  expect(described(reading)).toBeUndefined();
});

test('SIGN-3 no description makes what a simulation moves less of a danger', () => {
  const context = contextOf([
    fileOf([{ ...amountField, path: undefined, value: `0x${'f'.repeat(64)}` } as never]),
  ]);
  const effects = { transfers: [{ token, from: account, to: vault, amount: 1n }], allowances: [] };
  expect(codes(withEffects(read(context), effects, context))).toContain('hiddenTransfer');
});

test('SIGN-3 what no field shows is listed, although the descriptor doesn’t hide it', () => {
  const leftOut = (...items: FieldItem[]) =>
    about(read(contextOf([fileOf(items)])))?.find((fact) => 'label' in fact && fact.label === 'leftOut')
      ?.value;
  // The asset says which token the amount is in.
  expect(leftOut(amountField)).toEqual({ kind: 'text', text: 'receiver, inner' });
  const conditional = { path: 'receiver', label: 'To', visible: { ifNotIn: [shop] } };
  expect(leftOut(amountField, conditional)).toEqual({ kind: 'text', text: 'receiver, inner' });
});

test('SIGN-3 somebody’s address isn’t shown as the user’s, although the descriptor says that it is', () => {
  const field = { path: 'receiver', label: 'To', format: 'addressName', params: { senderAddress: shop } };
  expect(described(read(contextOf([fileOf([field])])))?.facts[0]?.value).toMatchObject({ address: shop });
});

test('SIGN-3 the native currency of a call in a call is shown', () => {
  const params = { calleePath: 'receiver', amountPath: 'amount' };
  const inner = { path: 'inner', label: 'Then', format: 'calldata', params };
  const facts = described(read(contextOf([fileOf([inner])])))?.facts;
  expect(facts).toContainEqual({
    label: 'value',
    value: { kind: 'amount', raw: 2_500_000n, token: { symbol: 'ETH', decimals: 18 } },
  });
});

test('SIGN-3 an amount of another network names it', () => {
  const params = { tokenPath: 'asset', chainId: 10 };
  const facts = described(read(contextOf([fileOf([{ ...amountField, params }])])))?.facts;
  expect(facts?.slice(0, 2)).toMatchObject([
    { value: { kind: 'amount', token: null } },
    { label: 'chain', value: { chainId: 10n } },
  ]);
});

test('SIGN-3 only the outermost call has a headline', () => {
  const call = callOf('execute(address dest,uint256 value,bytes func)', [shop, 0n, buy()]);
  const reading = readTransaction({ to: unlisted, value: 0n, data: call }, contextOf([fileOf()]));
  expect(described(reading)).toBeDefined();
  expect(described(reading)?.sentence).toBeUndefined();
});

test('SIGN-3 a low threshold can’t make an amount unlimited', () => {
  const limited = (threshold: string) =>
    described(read(contextOf([fileOf([{ ...amountField, params: { tokenPath: 'asset', threshold } }])])))
      ?.facts[0]?.value.kind;
  expect(limited('0x1')).toBe('amount');
  const all = callOf(KEY, [token, 2n ** 255n, shop, '0x']);
  const file = fileOf([
    { ...amountField, params: { tokenPath: 'asset', threshold: `0x8${'0'.repeat(63)}` } },
  ]);
  expect(described(read(contextOf([file]), all))?.facts[0]?.value).toEqual({
    kind: 'unlimited',
    symbol: 'tUSDT',
  });
});

test('SIGN-3 a token isn’t shown as the native currency, although the descriptor says that it is', () => {
  const params = { tokenPath: 'asset', nativeCurrencyAddress: token };
  expect(described(read(contextOf([fileOf([{ ...amountField, params }])])))?.facts[0]?.value).toMatchObject({
    token: { symbol: 'tUSDT' },
  });
});

test('SIGN-3 an unlisted token has its address for a symbol, and base units if its decimals are unknown', () => {
  const context = contextOf([fileOf()]);
  const unknown = read(context, buy(unlisted));
  expect(described(unknown)?.facts[0]?.value).toEqual({ kind: 'amount', raw: 2_500_000n, token: null });
  expect(codes(unknown)).toContain('unknownToken');
  expect(lookupsOf({ to: shop, data: buy(unlisted), value: 0n }, context)).toEqual({
    contracts: [shop],
    tokens: [unlisted],
  });
  const decimals = new Map([[placeKey(CHAIN, unlisted), 8]]);
  expect(described(read(contextOf([fileOf()], { decimals }), buy(unlisted)))?.facts[0]?.value).toMatchObject({
    token: { symbol: '0x8617…070D', decimals: 8 },
  });
  // Contracts can return more than a uint8, and such an amount couldn't be written.
  const absurd = contextOf([fileOf()], { decimals: new Map([[placeKey(CHAIN, unlisted), 5e8]]) });
  expect(described(read(absurd, buy(unlisted)))?.facts[0]?.value).toMatchObject({ token: null });
});

test('SIGN-3 a call in a call is described by the descriptors of its own contract, or shown as bytes with a caution', () => {
  const inner = { path: 'inner', label: 'Then', format: 'calldata', params: { calleePath: '@.to' } };
  const file = fileOf([inner]);
  const second = fileOf([{ path: 'count', label: 'Count' }], { key: 'pick(uint256 count)' });
  const data = buy(token, callOf('pick(uint256 count)', [3n]));
  const known = read(contextOf([file, second]), data);
  expect(codes(known)).not.toContain('describedPartly');
  expect(described(known)?.facts).toMatchObject([
    { field: 'Then', depth: 0 },
    { field: '', value: { text: 'Buy' } },
    { field: 'Count', depth: 1, value: { text: '3' } },
  ]);
  expect(about(known)).toMatchObject([
    { label: 'describedBy' },
    { label: 'leftOut' },
    { label: 'describedBy' },
  ]);
  expect(codes(read(contextOf([file]), data))).toContain('describedPartly');
  expect(lookupsOf({ to: shop, data, value: 0n }, contextOf([file])).contracts).toEqual([shop]);
});

test('SIGN-3 many calls in calls are shown as bytes from some number on', () => {
  const item = { path: 'calls.[]', label: 'Call', format: 'calldata', params: { calleePath: '@.to' } };
  const key = 'all(bytes[] calls)';
  const nested = callOf(key, [Array(6).fill(callOf(key, [Array(6).fill(callOf(key, [[]]))]))]);
  const reading = read(contextOf([fileOf([item], { key })]), nested);
  expect(codes(reading)).toContain('describedPartly');
});

test('SIGN-3 a DApp’s message is described by the registry, with all of its fields below', () => {
  const types = {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Offer: [
      { name: 'asset', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  };
  const request = parseTypedData(
    {
      ...{ types, primaryType: 'Offer', domain: { chainId: CHAIN, verifyingContract: shop } },
      message: { asset: token, amount: '2500000' },
    },
    CHAIN,
  );
  const file = fileOf([amountField], { key: 'Offer(address asset,uint256 amount)', isMessage: true });
  expect(codes(readTypedData(request, contextOf([])))).toContain('unreadSignature');
  const reading = readTypedData(request, contextOf([file]));
  expect(codes(reading)).toEqual(expect.arrayContaining(['unreadSignature', 'describedByOthers']));
  expect(reading.groups.map(({ title }) => title)).toEqual([
    'description',
    'aboutDescription',
    'domain',
    'content',
  ]);
});

test('SIGN-3 the descriptions of listed contracts are this site’s own', () => {
  const context = contextOf([fileOf()], {
    contracts: [{ chainId: CHAIN, name: 'vault_contract', address: shop }],
  });
  expect(codes(read(context))).toContain('ownerCall');
  expect(described(read(context))).toBeUndefined();
  const atToken = {
    ...fileOf(),
    context: { contract: { deployments: [{ chainId: CHAIN, address: token }] } },
  };
  const tokens = contextOf([], { descriptors: new Map([[placeKey(CHAIN, token), [atToken]]]) });
  expect(described(readTransaction({ to: token, value: 0n, data: buy() }, tokens))).toBeUndefined();
});

test('SIGN-3 the descriptions of calls in the call name their authors and what they leave out', () => {
  const inner = { path: 'inner', label: 'Then', format: 'calldata', params: { calleePath: '@.to' } };
  const second = { ...fileOf([], { key: 'pick(uint256 count)' }), metadata: { owner: 'Another' } };
  const data = buy(token, callOf('pick(uint256 count)', [3n]));
  const reading = read(contextOf([fileOf([inner]), second]), data);
  expect(about(reading)).toMatchObject([
    { label: 'describedBy', value: { text: 'Example Shop' } },
    { label: 'leftOut' },
    { label: 'describedBy', value: { text: 'Another' } },
    { label: 'leftOut', value: { text: 'count' } },
  ]);
  expect(reading.findings).toContainEqual({ code: 'describedByOthers', about: 'Another', other: '' });
});

test('SIGN-3 a call on another network names it, and has no name or currency of this one', () => {
  const params = { callee: vault, chainId: 10, amountPath: 'amount' };
  const field = { path: 'inner', label: 'Then', format: 'calldata', params };
  expect(described(read(contextOf([fileOf([field])])))?.facts.slice(0, 3)).toMatchObject([
    { field: 'Then', value: { kind: 'text', text: vault } },
    { label: 'chain', value: { chainId: 10n } },
    { label: 'value', value: { raw: 2_500_000n, token: null } },
  ]);
});

test('SIGN-3 a headline has no text that could end its quotation, and no amount of another network', () => {
  const key = 'note(string text,uint256 amount)';
  const say = (text: string, params: object = { token }) => {
    const items = [{ path: 'text' }, { ...amountField, params }];
    const format = { interpolatedIntent: 'Write {text} for {amount}' };
    const reading = read(contextOf([fileOf(items, { key, format })]), callOf(key, [text, 5n]));
    return described(reading)?.sentence?.length;
  };
  expect(say('hello')).toBe(5);
  for (const text of ['Buy” Checked. “', 'Buy’’', 'Buy」', '\u0640 5', ' ', 'x'.repeat(201)])
    expect(say(text)).toBe(1);
  expect(say('hello', { token, chainId: 10 })).toBe(1);
});

test('SIGN-3 a descriptor’s word for a value has the value beside it', () => {
  const file = fileOf([{ path: 'receiver', format: 'enum', params: { $ref: '$.metadata.enums.names' } }]);
  const named = { ...file, metadata: { ...file.metadata, enums: { names: { [shop]: 'your account' } } } };
  expect(described(read(contextOf([named])))?.facts[0]?.value).toEqual({
    ...{ kind: 'text', text: `your account (${shop})` },
  });
});

test('SIGN-3 a number that is no date or duration is shown as it is', () => {
  const key = 'lock(uint256 until)';
  for (const format of ['date', 'duration']) {
    const file = fileOf([{ path: 'until', label: 'Unlocked on', format }], { key });
    const value = (until: bigint) =>
      described(read(contextOf([file]), callOf(key, [until])))?.facts[0]?.value;
    expect(value(2n ** 200n)).toEqual({ kind: 'text', text: String(2n ** 200n) });
    expect(value(1_800_000_000n)).toMatchObject({ seconds: 1_800_000_000n });
  }
});

test('SIGN-3 no description takes the checks of addresses or the warnings from the request', () => {
  const constant = (at: number) => getAddress(`0x${String(at).padStart(40, '1')}`);
  const items = Array.from({ length: 30 }, (_, at) => ({
    ...{ value: 5, label: 'Fee', format: 'tokenAmount', params: { token: constant(at) } },
  }));
  const named = Array.from({ length: 30 }, (_, at) => ({ value: constant(at), format: 'addressName' }));
  const key = 'approve(address spender,uint256 amount)';
  const file = fileOf([...items, ...named], { key });
  const reading = read(contextOf([file]), callOf(key, [unlisted, 5n]));
  expect(addressesOf(reading.groups, account).slice(0, 2)).toEqual([unlisted, shop]);
  expect(codes(reading).filter((code) => code === 'unknownToken')).toHaveLength(9);
});
