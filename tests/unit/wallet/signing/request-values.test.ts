import { maxUint256, stringToHex } from 'viem';
import { parseMessage, readMessage } from '@/lib/wallet/signing/message';
import { DATA_BYTES, parseTransaction } from '@/lib/wallet/signing/parse-transaction';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import {
  domainTypes,
  samplePlace,
  signIn,
  signingContext,
  typedData,
  typedMessage,
} from '../../../support/signing-context';
import { note, permit, signedTransfer } from '../../../support/typed-data-requests';

const { account, chainId, vault } = samplePlace;
const context = signingContext(samplePlace);
const place = { ...samplePlace, origin: context.origin, thief: vault, now: Number(context.now) };
const read = (request: string) => readTypedData(parseTypedData(request, chainId), context);
const codes = ({ findings }: ReturnType<typeof readTypedData>) => findings.map(({ code }) => code);
const factsOf = ({ groups }: ReturnType<typeof readTypedData>) => groups.flatMap(({ facts }) => facts);

test.each([
  ['uint8', [0, '0', 255, '255', '0xff'], [-1, 256, '256', '0x100', 1.5, '1.5', '1e2', '', '0x', true, null]],
  ['int8', [-128, '-128', 127], [-129, 128, '-0x1']],
  ['uint256', [2 ** 53 - 1, `${maxUint256}`], [2 ** 53, `${maxUint256 + 1n}`, `0x${'f'.repeat(81)}`]],
  ['bytes', ['0x', '0xAb'], ['0xa', '0xabc', '0xabxy', 'xy0xab', 'ab', 0, null]],
  ['bytes2', ['0xabcd'], ['0xab', '0xabcdef']],
  ['bool', [true, false], ['true', 1, null]],
  ['string', ['', '漢'], ['a\ud800', 1, null]],
  ['address', [vault, vault.toLowerCase()], [`${vault}0`, vault.replace('B', 'b'), 'vault', null]],
])('WAL-1 a value of the type %s is signed only if it is of that type', (type, right, wrong) => {
  const parse = (value: unknown) =>
    parseTypedData(typedMessage(place, `Note(${type} value)`, { value }), chainId);
  for (const value of right) expect(() => parse(value)).not.toThrow();
  for (const value of wrong)
    expect(() => parse(value)).toThrow(expect.objectContaining({ problem: 'wrongValue' }));
});

test.each([
  { name: 1, type: 'string' },
  { name: 'contents', type: 1 },
  { name: 'contents' },
  { type: 'string' },
])('WAL-1 typed data with the field %j can’t be signed', (field) => {
  expect(() => parseTypedData(note(place, {}, { Note: [field] }), chainId)).toThrow(
    expect.objectContaining({ problem: 'typeFields' }),
  );
});

test.each(['1a', 'a-b', ' a', 'a ', '', '__proto__', 'a'.repeat(65)])(
  'WAL-1 typed data with the field name "%s" can’t be signed',
  (name) => {
    expect(() => parseTypedData(note(place, {}, { Note: [{ name, type: 'string' }] }), chainId)).toThrow(
      expect.objectContaining({ problem: 'typeFields' }),
    );
  },
);

const dollarTypes = { Note: [{ name: 'by', type: 'Person' }], Person: [{ name: 'name$', type: 'string' }] };

test.each(['Note$', '$Note', 'Person$', 'Per$on'])(
  'WAL-1 typed data with a struct named %s can’t be signed, because wallets would sign another type',
  (name) => {
    const [own, part] = name.includes('Note') ? [name, 'Person'] : ['Note', name];
    const types = { [own]: [{ name: 'by', type: part }], [part]: dollarTypes.Person };
    const request = typedData(place, own, types, { by: { name$: 'Ann' } });
    expect(() => parseTypedData(request, chainId)).toThrow(
      expect.objectContaining({ problem: 'dollarName', message: expect.stringContaining(`"${name}"`) }),
    );
  },
);

test('WAL-1 typed data with a $ in a field name is signed', () => {
  const request = typedData(place, 'Note', dollarTypes, { by: { name$: 'Ann' } });
  expect(() => parseTypedData(request, chainId)).not.toThrow();
});

test('WAL-1 a domain with a wrong value can’t be signed', () => {
  const domain = { name: 'Sea', version: '1', chainId, verifyingContract: 'vault' };
  expect(() => parseTypedData(note(place, { domain }), chainId)).toThrow(
    expect.objectContaining({ problem: 'domainValue' }),
  );
});

test('WAL-1 an empty list is shown as one', () => {
  const shown = (values: number[]) =>
    factsOf(read(typedMessage(place, 'Note(uint8[] values)', { values }))).flatMap(({ value }) =>
      value.kind === 'text' ? [value.text] : [],
    );
  expect(shown([])).toContain('[]');
  expect(shown([7])).toContain('7');
  expect(shown([7])).not.toContain('[]');
});

test('WAL-1 a signed transfer shows from when it is valid only if that is later', () => {
  const startOf = (validAfter: bigint) =>
    factsOf(
      read(signedTransfer(place, 'TransferWithAuthorization', { validAfter: String(validAfter) })),
    ).filter((fact) => 'label' in fact && fact.label === 'notBefore');
  expect(startOf(context.now)).toEqual([]);
  expect(startOf(context.now + 1n)).toMatchObject([{ value: { seconds: context.now + 1n } }]);
});

test('WAL-16 a transaction without value shows nothing that leaves', () => {
  const titles = (value: bigint) =>
    readTransaction({ to: vault, data: '0x', value }, context).groups.map(({ title }) => title);
  expect(titles(0n)).not.toContain('leaves');
  expect(titles(1n)).toContain('leaves');
});

test('WAL-1 a transaction with more data than the limit, or for another kind of transaction, can’t be sent', () => {
  const problemOf = (given: object) => {
    const result = parseTransaction({ to: vault, ...given }, { account, chainId });
    return 'problem' in result ? result.problem : null;
  };
  const data = `0x${'ab'.repeat(DATA_BYTES)}`;
  expect([problemOf({ data }), problemOf({ data: `${data}ab` })]).toEqual([null, 'tooLarge']);
  for (const key of ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas'])
    expect([key, problemOf({ [key]: [] })]).toEqual([key, 'type']);
});

test('WAL-1 the salt of a domain is shown', () => {
  const salt = `0x${'5a'.repeat(32)}`;
  const domain = { name: 'Sea', version: '1', chainId, verifyingContract: samplePlace.token, salt };
  const types = {
    EIP712Domain: [...domainTypes, { name: 'salt', type: 'bytes32' }],
    Note: [{ name: 'contents', type: 'string' }],
  };
  const request = typedData(place, 'Note', types, { contents: 'Hello' }, { domain });
  expect(factsOf(read(request))).toContainEqual({ label: 'salt', value: { kind: 'text', text: salt } });
});

test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'] as const)(
  'WAL-1 a signed transfer of the type %s is read',
  (primaryType) => {
    expect(codes(read(signedTransfer(place, primaryType)))).not.toContain('unreadSignature');
  },
);

test('WAL-1 an allowance ends at the latest date there is, or never', () => {
  const endOf = (deadline: bigint) =>
    factsOf(read(permit(place, { deadline: String(deadline) }))).find(({ value }) => value.kind === 'time');
  expect(endOf(8_640_000_000_000n)).toMatchObject({ value: { seconds: 8_640_000_000_000n } });
  expect(endOf(8_640_000_000_001n)).toMatchObject({ value: { seconds: null } });
});

test('WAL-1 a permit of DAI allows everything', () => {
  const request = typedMessage(
    place,
    'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    { holder: account, spender: vault, nonce: 0, expiry: 0, allowed: true },
  );
  expect(factsOf(read(request))).toContainEqual({
    label: 'amount',
    value: { kind: 'unlimited', symbol: 'tUSDT' },
  });
});

describe('WAL-1 messages', () => {
  const codesOf = (data: string) => {
    const message = parseMessage(data);
    return message && codes(readMessage(message, context));
  };
  const at = (seconds: number) => new Date((place.now + seconds) * 1_000).toISOString();

  test.each([
    ['Expiration Time', 0, []],
    ['Expiration Time', -1, ['signInTime']],
    ['Not Before', 0, []],
    ['Not Before', 1, ['signInTime']],
  ])('a sign-in with the field %s, %s seconds from now, has the findings %j', (field, seconds, expected) => {
    expect(codesOf(signIn(place, { tail: `\n${field}: ${at(seconds)}` }))).toEqual(expected);
  });

  // Times of RFC 3339 that `Date.parse` doesn't read in every browser.
  test.each([
    ['Expiration Time', '2016-12-31T23:59:60Z', ['signInTime']],
    ['Expiration Time', '2020-01-01t00:00:00z', ['signInTime']],
    ['Expiration Time', '2020-01-01T00:00:60Z', ['signInTime']],
    ['Expiration Time', '2999-01-01t00:00:00z', []],
    ['Not Before', '2016-12-31T23:59:60Z', []],
    ['Not Before', '2020-01-01t00:00:00z', []],
    ['Not Before', '2999-01-01t00:00:00z', ['signInTime']],
    ['Not Before', '2020-01-01T00:00:60Z', ['signInTime']],
  ])('a sign-in with the field %s, at %s, has the findings %j', (field, time, expected) => {
    expect(codesOf(signIn(place, { tail: `\n${field}: ${time}` }))).toEqual(expected);
  });

  test('a sign-in shows a time with small letters as a time', () => {
    const message = parseMessage(signIn(place, { tail: '\nExpiration Time: 2999-01-01t00:00:00z' }));
    expect(message && factsOf(readMessage(message, context))).toContainEqual({
      label: 'until',
      value: { kind: 'time', seconds: BigInt(Date.UTC(2999, 0, 1) / 1_000) },
    });
  });

  const elsewhere = ['signInElsewhere'];
  test.each([
    ['http://localhost:3001', 'http://localhost:3001/wallet', []],
    ['http://localhost:3001', 'https://localhost:3001/wallet', []],
    ['http://127.0.0.1:3412', 'https://127.0.0.1:3412', []],
    ['http://[::1]:3412', 'https://[::1]:3412', []],
    ['http://localhost:3001', 'https://localhost:3002', elsewhere],
    ['http://localhost:3001', 'https://127.0.0.1:3001', elsewhere],
    ['https://localhost:3001', 'http://localhost:3001', elsewhere],
    ['http://shop.example', 'https://shop.example', elsewhere],
    ['http://localhost.shop.example', 'https://localhost.shop.example', elsewhere],
  ])('a sign-in without a scheme from %s with the URI %s has the findings %j', (origin, uri, expected) => {
    const message = parseMessage(signIn({ ...place, origin }, { uri }));
    expect(message && codes(readMessage(message, { ...context, origin }))).toEqual(expected);
  });

  test('a sign-in that names https from an http page on this device is for another site', () => {
    const origin = 'http://localhost:3001';
    const message = parseMessage(
      signIn({ ...place, origin }, { domain: 'https://localhost:3001', uri: `${origin}/wallet` }),
    );
    expect(message && codes(readMessage(message, { ...context, origin }))).toEqual(elsewhere);
  });

  test('a text that is only a hash is a bare hash', () => {
    const hash = 'c0ffee'.repeat(10).concat('beef');
    for (const text of [hash, `0x${hash}`, ` 0x${hash.toUpperCase()}\n`])
      expect(codesOf(stringToHex(text))).toContain('bareHash');
    for (const text of [`id:${hash}`, `0x${hash}0`, `Sign ${hash}`])
      expect(codesOf(stringToHex(text))).toEqual(['plainText']);
  });
});
