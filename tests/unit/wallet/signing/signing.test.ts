import fc from 'fast-check';
import {
  type Address,
  getAddress,
  type Hex,
  hashTypedData,
  hexToBytes,
  maxUint256,
  stringToHex,
  zeroAddress,
} from 'viem';
import { PERMIT2 } from '@/lib/evm/address';
import { riskOf } from '@/lib/wallet/approvals/approval-events';
import { allowingHolders } from '@/lib/wallet/signing/allowance';
import { describeTypedData } from '@/lib/wallet/signing/clear-signing';
import { balanceKey } from '@/lib/wallet/signing/context';
import { isDanger } from '@/lib/wallet/signing/finding';
import { onOneLine, parseMessage, readMessage, withoutSecrets } from '@/lib/wallet/signing/message';
import { parseTransaction } from '@/lib/wallet/signing/parse-transaction';
import { definitionOf, parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import type { Fact, Group } from '@/lib/wallet/signing/reading';
import { addressesOf, readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { TypedDataError } from '@/lib/wallet/signing/typed-data-types';
import {
  addedToken,
  callData,
  permitTypes,
  samplePlace,
  signIn,
  signingContext,
  typedData,
  typedMessage,
} from '../../../support/signing-context';
import {
  forwardRequest,
  permit,
  permit2Types,
  safeTransaction,
  signedTransfer,
} from '../../../support/typed-data-requests';

const { chainId, account, token, stranger, vault } = samplePlace;
const context = signingContext(samplePlace, {
  contracts: [
    { chainId, name: 'vault_contract', address: vault },
    { chainId, name: 'multicall', address: stranger },
  ],
});

const send = (to: Address, data: Hex, value = 0n) => readTransaction({ to, data, value }, context);
const codes = (reading: { findings: readonly { code: string }[] }) =>
  reading.findings.map(({ code }) => code);
const factsOf = (groups: readonly Group[], title: Group['title']): readonly Fact[] =>
  groups.find((group) => group.title === title)?.facts ?? [];

test('WAL-16 an approval shows the spender and the amount, with the decimals of a listed token', () => {
  const { groups } = send(token, callData('approve', [vault, 1_500_000n]));
  expect(factsOf(groups, 'allowance')).toEqual([
    {
      label: 'spender',
      value: {
        kind: 'address',
        address: vault,
        known: { kind: 'contract', name: 'vault_contract' },
        nature: null,
      },
    },
    { label: 'amount', value: { kind: 'amount', raw: 1_500_000n, token: { symbol: 'tUSDT', decimals: 6 } } },
    {
      label: 'token',
      value: { kind: 'address', address: token, known: { kind: 'token', symbol: 'tUSDT' }, nature: null },
    },
  ]);
  const unlisted = send(stranger, callData('transfer', [vault, 5n]));
  expect(factsOf(unlisted.groups, 'leaves')[0]).toEqual({
    label: 'amount',
    value: { kind: 'amount', raw: 5n, token: null },
  });
});

test('WAL-16 an approval of zero shows what is revoked, and for whom', () => {
  const known = { kind: 'token', symbol: 'tUSDT' };
  const address = { kind: 'address', nature: null };
  const { groups } = send(token, callData('approve', [vault, 0n]));
  expect(factsOf(groups, 'allowance')).toEqual([]);
  expect(factsOf(groups, 'revocation')).toEqual([
    { label: 'access', value: { ...address, address: token, known } },
    {
      label: 'formerSpender',
      value: { ...address, address: vault, known: { kind: 'contract', name: 'vault_contract' } },
    },
  ]);
  const collection = send(stranger, callData('setApprovalForAll', [vault, false]));
  expect(factsOf(collection.groups, 'revocation')).toHaveLength(2);
});

test('WAL-16 an approval of zero at an unknown contract may be of the NFT with the token ID 0', () => {
  const data = callData('approve', [vault, 0n]);
  expect(send(stranger, data).findings).toEqual([{ code: 'maybeNft', about: vault, other: stranger }]);
  expect(codes(send(token, data))).toEqual([]);
  expect(codes(send(stranger, callData('approve', [zeroAddress, 0n])))).toEqual([]);
  const added = { ...context, customTokens: [addedToken(chainId, stranger)] };
  expect(codes(readTransaction({ to: stranger, data, value: 0n }, added))).toEqual([]);
  const elsewhere = { ...context, customTokens: [addedToken(1, stranger)] };
  expect(codes(readTransaction({ to: stranger, data, value: 0n }, elsewhere))).toEqual(['maybeNft']);
  expect(codes(send(stranger, callData('setApprovalForAll', [vault, false])))).toEqual([]);
});

test.each([0n, 7n, maxUint256])(
  'WAL-16 approving the zero address revokes the approval of NFT %s',
  (tokenId) => {
    const data = callData('approve', [zeroAddress, tokenId]);
    const { findings, groups } = send(stranger, data);
    expect(findings).toEqual([]);
    expect(factsOf(groups, 'allowance')).toEqual([]);
    expect(factsOf(groups, 'revocation')[1]).toEqual({
      label: 'tokenId',
      value: { kind: 'text', text: `${tokenId}` },
    });
    expect(send(token, data).findings).toEqual([]);
  },
);

test('WAL-16 a Permit2 allowance with the expiration 0 is valid until the signature’s deadline', () => {
  const deadline = context.now + 600n;
  const read = (expiration: number, sigDeadline = deadline) => {
    const details = { token, amount: '5', expiration, nonce: 0 };
    const message = { details, spender: vault, sigDeadline: sigDeadline.toString() };
    return readTypedData(
      parseTypedData(
        typedData({ chainId, token }, 'PermitSingle', permit2Types('PermitSingle'), message),
        chainId,
      ),
      context,
    );
  };
  expect(read(0).findings).toEqual([]);
  expect(factsOf(read(0).groups, 'allowance').at(-1)).toEqual({
    label: 'until',
    value: { kind: 'time', seconds: deadline },
  });
  expect(codes(read(0, context.now - 1n))).toEqual(['expired']);
  expect(codes(read(1))).toEqual(['expired']);
  expect(send(PERMIT2, callData('approve', [token, vault, 5n, 0])).findings).toEqual([]);
});

test('WAL-16 amounts of all one bits from 64 bits up, and any from 2^96 − 1, count as unlimited', () => {
  for (const amount of [2n ** 64n - 1n, 2n ** 96n - 1n, 2n ** 128n, 2n ** 160n - 1n, maxUint256])
    expect(codes(send(token, callData('approve', [account, amount])))).toContain('unlimited');
  for (const amount of [1n, 2n ** 32n - 1n, 2n ** 64n, 10n ** 24n])
    expect(codes(send(token, callData('approve', [account, amount])))).not.toContain('unlimited');
});

test('WAL-16 an allowance far above the balance is as good as unlimited', () => {
  const [spender, other] = [getAddress(`0x${'aa'.repeat(20)}`), getAddress(`0x${'bb'.repeat(20)}`)];
  const holdings = [token, other].map((held) => [balanceKey({ token: held, owner: account }), 100n] as const);
  const at = { ...context, balances: new Map(holdings) };
  const read = (to: Address, amount: bigint, changes = {}, by = spender) =>
    codes(readTransaction({ to, value: 0n, data: callData('approve', [by, amount]) }, { ...at, ...changes }));
  expect(read(token, 1_001n)).toEqual(['unlimited', 'spenderUnknown']);
  expect(read(token, 1_000n)).toEqual(['spenderUnknown']);
  expect(read(token, 1_001n, {}, vault)).toEqual([]);
  const approval = { kind: 'amount', balance: 100n, nature: 'contract' } as const;
  expect(riskOf({ ...approval, amount: 1_001n }, 'unknown')).toBe('high');
  expect(riskOf({ ...approval, amount: 1_000n }, 'unknown')).toBe('medium');
  // The amount may be the ID of an NFT.
  expect(read(other, 5_000n)).not.toContain('unlimited');
  expect(read(other, 5_000n, { customTokens: [addedToken(chainId, other)] })).toContain('unlimited');
  const signed = permit(
    { ...samplePlace, origin: '', thief: spender, now: Number(context.now) },
    { value: '1001' },
  );
  const { findings, groups } = readTypedData(parseTypedData(signed, chainId), at);
  expect(codes({ findings })).toEqual(['unlimited', 'signedAllowance', 'spenderUnknown']);
  expect(allowingHolders(groups, account)).toEqual([{ token, owner: account }]);
});

test('WAL-16 an allowance whose owner’s balance is unknown is a caution, except for a listed spender', () => {
  const spender = getAddress(`0x${'aa'.repeat(20)}`);
  const known = { balances: new Map([[balanceKey({ token, owner: account }), 5n]]) };
  const read = (to: Address, by: Address, changes = {}) => {
    const data = callData('approve', [by, 5n]);
    return codes(readTransaction({ to, value: 0n, data }, { ...context, ...changes }));
  };
  expect(read(token, spender)).toEqual(['balanceUnknown', 'spenderUnknown']);
  expect(read(token, spender, known)).toEqual(['spenderUnknown']);
  expect(read(token, vault)).toEqual([]);
  // The amount may be the ID of an NFT.
  expect(read(spender, spender)).not.toContain('balanceUnknown');
});

test('WAL-16 many allowances of one token don’t keep another token’s balance from being read', () => {
  const details = [...Array(30).fill(token), stranger].map((held) => ({
    token: held,
    amount: '5',
    expiration: 1,
    nonce: 0,
  }));
  const message = { details, spender: vault, sigDeadline: '1' };
  const { groups } = readTypedData(
    parseTypedData(
      typedData({ chainId, token }, 'PermitBatch', permit2Types('PermitBatch'), message),
      chainId,
    ),
    context,
  );
  expect(allowingHolders(groups, account)).toEqual([
    { token, owner: account },
    { token: stranger, owner: account },
  ]);
});

test('WAL-16 an unlimited approval for a listed spender is no danger, but any approval for multicall is', () => {
  const listed = send(token, callData('approve', [vault, maxUint256]));
  expect(codes(listed)).toEqual(['unlimitedListed']);
  expect(listed.findings.some(isDanger)).toBe(false);
  expect(codes(send(token, callData('approve', [stranger, 5n])))).toContain('spenderAnybody');
});

test('WAL-4 WAL-5 a withdrawal and a swap to oneself show no warnings', () => {
  const withdrawal = callData('withdraw', [token, 5n, account, 0n]);
  expect(codes(send(vault, withdrawal))).toEqual([]);
  expect(factsOf(send(vault, withdrawal).groups, 'moves')[0]).toMatchObject({
    value: { raw: 5n, token: { symbol: 'tUSDT' } },
  });
  const data = callData('swapExactETHForTokens', [5n, [stranger, token], account, 1n]);
  const router = { ...context, contracts: [{ chainId, name: 'router_contract', address: vault }] };
  expect(codes(readTransaction({ to: vault, data, value: 1n }, router))).toEqual([]);
});

test('WAL-1 dangers are listed first, and each warning appears once', () => {
  const natures = new Map([[stranger, 'account' as const]]);
  const reading = readTypedData(
    parseTypedData(
      typedData({ chainId, token }, 'Permit', permitTypes, {
        owner: stranger,
        spender: getAddress('0x00000000000000000000000000000000000000aa'),
        value: maxUint256.toString(),
        nonce: 0,
        deadline: maxUint256.toString(),
      }),
      chainId,
    ),
    { ...context, natures },
  );
  expect(codes(reading)).toEqual([
    'unlimited',
    'signedAllowance',
    'notYours',
    'spenderUnknown',
    'farDeadline',
  ]);
  expect(addressesOf(reading.groups, account)).toContain(stranger);
});

test('WAL-16 a call that can’t be decoded is a danger, also to the platform’s own contracts', () => {
  const contact = getAddress('0x00000000000000000000000000000000000000aa');
  const known = { ...context, contacts: [{ address: contact, name: 'My Safe' }] };
  const codesAt = (to: Address) => codes(readTransaction({ to, data: '0x12345678', value: 0n }, known));
  expect(codesAt(vault)).toEqual(['ownerCall']);
  expect(codesAt(token)).toEqual(['unreadCall']);
  expect(codesAt(contact)).toEqual(['unreadCall']);
  expect(codesAt(stranger)).toEqual(['unreadCall']);
});

test('WAL-1 a signed transfer is shown as a payment that requires a second confirmation, even to a contact', () => {
  const known = { ...context, contacts: [{ address: vault, name: 'Alice' }], contracts: [] };
  const read = (changes: Record<string, unknown>) =>
    readTypedData(
      parseTypedData(
        signedTransfer({ account, chainId, token, thief: vault }, 'TransferWithAuthorization', changes),
        chainId,
      ),
      known,
    );
  const soon = (known.now + 600n).toString();
  const { findings, groups } = read({ validBefore: soon });
  expect(findings).toEqual([{ code: 'signedTransfer', about: vault, other: '' }]);
  expect(findings.some(isDanger)).toBe(true);
  expect(factsOf(groups, 'leaves')).toMatchObject([
    { label: 'amount', value: { raw: 1_000_000_000_000n, token: { symbol: 'tUSDT' } } },
    { label: 'token', value: { address: token } },
    { label: 'to', value: { address: vault, known: { kind: 'contact', name: 'Alice' } } },
    { label: 'until', value: { kind: 'time', seconds: known.now + 600n } },
  ]);
  expect(codes(read({ validBefore: soon, from: stranger }))).toEqual(['signedTransfer', 'notYours']);
});

test('WAL-1 FREE-9 a signed transfer that this site asks for is a payment like any other, unless a field differs', () => {
  const friend = getAddress(`0x${'f1'.repeat(20)}`);
  const parsed = (changes: Record<string, unknown> = {}) =>
    parseTypedData(
      signedTransfer({ account, chainId, token, thief: friend }, 'TransferWithAuthorization', {
        validBefore: String(context.now + 600n),
        ...changes,
      }),
      chainId,
    );
  const askedTransfers = new Set([hashTypedData(definitionOf(parsed()))]);
  expect(codes(readTypedData(parsed(), { ...context, askedTransfers }))).toEqual(['newRecipient']);
  for (const changes of [{ to: vault }, { value: '1' }, { nonce: `0x${'08'.repeat(32)}` }])
    expect(codes(readTypedData(parsed(changes), { ...context, askedTransfers }))).toContain('signedTransfer');
  expect(describeTypedData(parsed(), context)).toMatchObject({
    intent: 'transfer',
    isComplete: true,
    fields: [
      { label: 'amount', value: { raw: 1_000_000_000_000n, token: { symbol: 'tUSDT' } }, isInSentence: true },
      { label: 'paidTo', value: { address: friend }, isInSentence: true },
      { label: 'from', value: { address: account } },
      { label: 'until', value: { seconds: context.now + 600n } },
    ],
  });
});

describe('a signed call that pays somebody', () => {
  const [safe, friend] = [`0x${'5a'.repeat(20)}`, `0x${'f1'.repeat(20)}`].map((text) => getAddress(text)) as [
    Address,
    Address,
  ];
  const known = {
    ...context,
    contracts: [{ chainId, name: 'router_contract', address: vault }],
    contacts: [safe, friend].map((address) => ({ address, name: 'Friend' })),
  };
  const read = (text: string) => codes(readTypedData(parseTypedData(text, chainId), known));
  const fromSafe = (to: Address, data: Hex, value = 0) =>
    read(safeTransaction({ account, chainId, token: safe }, { to, data, value }));
  const meta = (to: Address) =>
    read(
      typedMessage(
        { chainId, token },
        'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
        { nonce: 0, from: account, functionSignature: callData('transfer', [to, 5n]) },
      ),
    );

  test('WAL-1 is a signed transfer, even to a contact and within another call', () => {
    const transfer = callData('transfer', [friend, 5n]);
    expect(meta(friend)).toEqual(['signedTransfer']);
    expect(fromSafe(token, transfer)).toEqual(['signedTransfer']);
    expect(fromSafe(friend, '0x', 5)).toEqual(['signedTransfer']);
    expect(fromSafe(safe, callData('execute', [token, 0n, transfer]))).toEqual(['signedTransfer']);
    const forwarded = { to: token, data: transfer };
    expect(read(forwardRequest({ account, chainId, token: safe }, forwarded))).toEqual(['signedTransfer']);
  });

  test('WAL-1 is none to the signer’s own accounts, and a swap for the signer is a danger of its own', () => {
    expect(fromSafe(token, callData('transfer', [account, 5n]))).toEqual([]);
    expect(fromSafe(safe, '0x')).toEqual([]);
    expect(meta(account)).toEqual(['ownAddress']);
    expect(
      fromSafe(vault, callData('swapExactETHForTokens', [1_000n, [stranger, token], safe, 1n]), 5),
    ).toEqual(['signedSwap']);
  });

  test('WAL-5 in a forwarded request pays its sender only if that is the account', () => {
    const swap = (to: Address) => callData('swapExactETHForTokens', [1_000n, [stranger, token], to, 1n]);
    const forward = (from: Address, to: Address) =>
      read(forwardRequest({ account, chainId, token: safe }, { from, to: vault, value: 5, data: swap(to) }));
    expect(forward(account, account)).toEqual(['signedSwap']);
    expect(forward(friend, friend)).toEqual(['signedTransfer', 'swapForOther', 'signedSwap']);
  });

  test('WAL-1 an allowance is a danger, unless its spender is a platform contract', () => {
    expect(fromSafe(token, callData('approve', [stranger, 5n]))).toContain('signedAllowance');
    expect(fromSafe(safe, callData('execute', [token, 0n, callData('approve', [stranger, 5n])]))).toContain(
      'signedAllowance',
    );
    expect(fromSafe(token, callData('approve', [vault, 5n]))).not.toContain('signedAllowance');
    expect(fromSafe(token, callData('approve', [stranger, 0n]))).not.toContain('signedAllowance');
  });
});

test('WAL-1 a signed allowance is a danger, whatever its amount and deadline, unless its spender is a platform contract', () => {
  const spender = getAddress(`0x${'aa'.repeat(20)}`);
  const deadline = (context.now + 60n).toString();
  const permitted = { token, amount: '1' };
  const read = (encoded: string, message: object) =>
    readTypedData(
      parseTypedData(typedMessage({ chainId, token }, encoded, { deadline, nonce: 0, ...message }), chainId),
      context,
    ).findings;
  for (const [encoded, message] of [
    [
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      { owner: account, value: '1' },
    ],
    [
      'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
      { permitted },
    ],
    [
      'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
      { permitted: [permitted, permitted] },
    ],
  ] as const) {
    const findings = read(encoded, { ...message, spender });
    expect(findings.filter(isDanger)).toEqual([{ code: 'signedAllowance', about: spender, other: '' }]);
    expect(read(encoded, { ...message, spender: vault })).toEqual([]);
  }
});

test('WAL-1 a call that submits a signed transfer shows the outgoing amount', () => {
  const data = callData('transferWithAuthorization', [
    account,
    stranger,
    5n,
    0n,
    1n,
    stringToHex('', { size: 32 }),
    '0x',
  ]);
  const { findings, groups } = send(token, data);
  expect(codes({ findings })).toEqual(['lostInContract']);
  expect(factsOf(groups, 'leaves')[0]).toMatchObject({ value: { raw: 5n, token: { symbol: 'tUSDT' } } });
});

test('WAL-1 a Safe’s transaction that pays a refund for gas shows its minimum, token, and recipient as a danger', () => {
  const safe = { address: stranger, name: 'My Safe' };
  const known = { ...context, contacts: [safe], contracts: [] };
  const read = (changes: Record<string, unknown>) =>
    readTypedData(
      parseTypedData(safeTransaction({ account, chainId, token: stranger }, changes), chainId),
      known,
    );
  expect(codes(read({}))).toEqual([]);
  const refund = { baseGas: 5_000_000, gasPrice: 2, gasToken: token, refundReceiver: vault };
  const data = callData('execTransaction', [account, 0n, '0x', 0, 0n, 5_000_000n, 2n, token, vault, '0x']);
  for (const { findings, groups } of [
    read(refund),
    readTransaction({ to: stranger, value: 0n, data }, known),
  ]) {
    expect(findings).toEqual([{ code: 'gasRefund', about: stranger, other: '' }]);
    expect(findings.some(isDanger)).toBe(true);
    expect(groups.map(({ facts }) => facts)).toContainEqual([
      {
        label: 'refund',
        value: { kind: 'amount', raw: 10_000_000n, token: { symbol: 'tUSDT', decimals: 6 } },
      },
      { label: 'token', value: expect.objectContaining({ address: token }) },
      { label: 'from', value: expect.objectContaining({ address: stranger }) },
      { label: 'to', value: expect.objectContaining({ address: vault }) },
    ]);
  }
  // Paid in the native currency to whoever submits it. The price alone is enough.
  const open = read({ gasPrice: 1 });
  expect(codes(open)).toEqual(['gasRefund']);
  expect(open.groups.map(({ facts }) => facts.length)).toContain(2);
});

test.each([
  ['a permit', 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'],
  [
    'a permit for no NFTs',
    'PermitForAll(address owner,address operator,bool approved,uint256 nonce,uint256 deadline',
  ],
  [
    'a forwarded call',
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data',
  ],
  ['a meta-transaction', 'MetaTransaction(uint256 nonce,address from,bytes functionSignature'],
])('WAL-1 %s with another field, or in another order, is a danger', (_name, known) => {
  const message = {
    ...{ owner: account, spender: vault, operator: vault, value: 0, nonce: 0, deadline: '1800000600' },
    ...{ approved: false, from: account, to: token, gas: 1, data: '0x', fee: 5 },
    functionSignature: callData('approve', [vault, 0n]),
  };
  const read = (encoded: string) => {
    const fields = [...encoded.matchAll(/ (\w+)/g)].map(([, field = '']) => field);
    const own = Object.fromEntries(Object.entries(message).filter(([field]) => fields.includes(field)));
    return codes(
      readTypedData(parseTypedData(typedMessage({ chainId, token }, encoded, own), chainId), context),
    );
  };
  expect(read(`${known})`)).not.toContain('unreadSignature');
  expect(read(`${known},uint256 fee)`)).toContain('unreadSignature');
  const [name = '', fields = ''] = known.split('(');
  expect(read(`${name}(${fields.split(',').reverse().join()})`)).toContain('unreadSignature');
});

test('WAL-1 a known type that can’t be read is a danger', () => {
  const request = JSON.parse(permit({ ...samplePlace, origin: '', thief: stranger, now: 1_800_000_000 }));
  request.types.EIP712Domain = request.types.EIP712Domain.slice(0, 3);
  delete request.domain.verifyingContract;
  expect(codes(readTypedData(parseTypedData(JSON.stringify(request), chainId), context))).toContain(
    'unreadMessage',
  );
});

test('WAL-1 parsed typed data has the same hash as the request', () => {
  const types = {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[2]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'delta', type: 'int16' },
      { name: 'seen', type: 'bool' },
      { name: 'attachment', type: 'bytes' },
      { name: 'mark', type: 'bytes4' },
    ],
  };
  const people = fc.record({
    name: fc.string({ unit: 'grapheme' }),
    wallets: fc.constant([account, vault.toLowerCase()]),
  });
  const mail = fc.record({
    from: people,
    to: fc.array(people, { maxLength: 3 }),
    delta: fc.oneof(fc.integer({ min: -32_768, max: 32_767 }), fc.integer({ min: 0, max: 99 }).map(String)),
    seen: fc.boolean(),
    attachment: fc.uint8Array({ maxLength: 40 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    mark: fc.constant('0xDEADbeef'),
  });
  fc.assert(
    fc.property(mail, (message) => {
      const text = typedData({ chainId, token }, 'Mail', types, message);
      const { structs, primaryType, domain, message: read } = parseTypedData(text, chainId);
      const signed = { types: Object.fromEntries(structs), primaryType, domain, message: read };
      expect(hashTypedData(signed as Parameters<typeof hashTypedData>[0])).toBe(
        hashTypedData(JSON.parse(text)),
      );
    }),
  );
});

test('WAL-1 any input from a page is parsed or rejected, and no other error is thrown', () => {
  const base = JSON.parse(
    typedData({ chainId, token }, 'Permit', permitTypes, {
      owner: account,
      spender: vault,
      value: '1',
      nonce: 0,
      deadline: 1,
    }),
  );
  const part = fc.constantFrom('types', 'domain', 'message', 'primaryType');
  fc.assert(
    fc.property(
      fc.oneof(fc.anything({ maxDepth: 4 }), fc.json(), fc.tuple(part, fc.jsonValue())),
      (value) => {
        const data =
          Array.isArray(value) && value.length === 2 ? { ...base, [String(value[0])]: value[1] } : value;
        try {
          readTypedData(parseTypedData(data, chainId), context);
        } catch (error) {
          expect(error).toBeInstanceOf(TypedDataError);
        }
        parseTransaction(value, { account, chainId });
        const message = parseMessage(value);
        if (message) readMessage(message, context);
      },
    ),
    { numRuns: 400 },
  );
});

test('WAL-1 any calldata can be read', () => {
  const selector = fc.constantFrom('0x095ea7b3', '0xac9650d8', '0x2eb2c2d6', '0xd505accf', '0x12345678');
  fc.assert(
    fc.property(selector, fc.uint8Array({ maxLength: 400 }), (first, bytes) => {
      const data = `${first}${Buffer.from(bytes).toString('hex')}` as Hex;
      expect(send(token, data).groups.length).toBeGreaterThan(0);
    }),
  );
});

test('WAL-1 a sign-in is shown field by field, and hidden characters as code points', () => {
  const place = { account, chainId, origin: context.origin, now: 1_800_000_000 };
  const raw = signIn({ ...place, token, stranger, thief: stranger });
  const message = parseMessage(raw);
  expect(message?.raw).toBe(raw);
  const reading = message && readMessage(message, context);
  expect(reading?.findings).toEqual([]);
  expect(factsOf(reading?.groups ?? [], 'signIn').map((fact) => 'label' in fact && fact.label)).toEqual([
    'site',
    'uri',
    'account',
    'statement',
    'chain',
    'issued',
  ]);
  expect(onOneLine('a\u202Eb\n\rc')).toBe('a[U+202E]b[U+000A][U+000D]c');
  expect(withoutSecrets('a\u202Eb\u200Bc\nd')).toBe('a[U+202E]b[U+200B]c\nd');
});

test('WAL-1 hidden and turning characters in typed data are found, also in its domain', () => {
  const types = { Note: [{ name: 'contents', type: 'string' }] };
  const read = (contents: string, name = 'Sea') =>
    codes(
      readTypedData(
        parseTypedData(
          typedData(
            { chainId, token },
            'Note',
            types,
            { contents },
            {
              domain: { name, version: '1', chainId, verifyingContract: token },
            },
          ),
          chainId,
        ),
        context,
      ),
    );
  expect(read('Hello')).toEqual(['unreadSignature']);
  expect(read('a\u202Eb')).toEqual(['unreadSignature', 'turnedText']);
  expect(read('Hello', 'a\u200Bb')).toEqual(['unreadSignature', 'hiddenText']);
  // A long text is cut in the list, but checked in full.
  expect(read('a'.repeat(600))).toEqual(['unreadSignature']);
  expect(read(`${'a'.repeat(600)}\u202Eb`)).toEqual(['unreadSignature', 'turnedText', 'notAllShown']);
});

test('WAL-1 hex-encoded text is signed as its bytes, and plain text as its UTF-8 bytes', () => {
  expect(parseMessage('0x48690a')).toEqual({ raw: '0x48690a', text: 'Hi\n' });
  expect(parseMessage('Hi 漢')).toEqual({ raw: stringToHex('Hi 漢'), text: 'Hi 漢' });
  // A string with an odd number of hex digits is plain text.
  expect(parseMessage('0x4')).toEqual({ raw: stringToHex('0x4'), text: '0x4' });
  expect(hexToBytes(parseMessage('0xff')?.raw ?? '0x')).toEqual(new Uint8Array([0xff]));
});

test('WAL-1 a message of 32 bytes is a bare hash, even if it is readable text', () => {
  const read = (data: string) => {
    const message = parseMessage(data);
    return message && codes(readMessage(message, context));
  };
  expect(read(stringToHex('q7Zk Qm#1xV2 8sLp0aTe 5uRw9yBnHc'))).toEqual(['bareHash']);
  expect(read(stringToHex(`${'漢'.repeat(10)}ab`))).toEqual(['bareHash']);
  expect(read('A text of more than 32 characters')).toEqual(['plainText']);
});

test('WAL-1 the signature of a text can be a key, so a text is a caution, and other bytes are a danger', () => {
  const read = (data: string) => {
    const message = parseMessage(data);
    return message && readMessage(message, context).findings;
  };
  const key = 'Access zkSync account.\n\nOnly sign this message for a trusted client!';
  expect(read(key)).toEqual([{ code: 'plainText', about: '', other: '' }]);
  expect(read(key)?.some(isDanger)).toBe(false);
  const binary = read('0xff00ff');
  expect(binary).toEqual([{ code: 'notText', about: '', other: '' }]);
  expect(binary?.some(isDanger)).toBe(true);
});

test('WAL-16 the accounts to check for code are those that a request names, once each, without the user’s own', () => {
  const { groups } = send(stranger, callData('approve', [vault, 5n]));
  const named = addressesOf(groups, account);
  expect(new Set(named)).toEqual(new Set([stranger, vault]));
  expect(named).toHaveLength(2);
  expect(addressesOf(groups, vault)).not.toContain(vault);
});
