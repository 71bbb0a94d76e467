import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem';
import { closePlan } from '@/components/wallet/pledge/pledge-plan';
import { presalePlan } from '@/components/wallet/presale/presale-plan';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import type { Coin } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import {
  checkRecipient,
  isRecipientStop,
  onNetworks,
  type RecipientFacts,
  readAddress,
  recipientStop,
} from '@/lib/wallet/contacts/recipient';
import { parsePaymentRequest } from '@/lib/wallet/pay/parse-payment-request';
import type { FindingCode } from '@/lib/wallet/signing/finding';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import en from '@/messages/en.json';
import { addressOf, BURN, lookAlike, MULTICALL3, PERMIT2, PRECOMPILE } from '../../../support/recipients';
import { addedToken, signingContext } from '../../../support/signing-context';

const own = getAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['0x1234', 'notAddress'],
  [own.slice(2), 'notAddress'],
  [`${own}0`, 'notAddress'],
  ['alice.eth', 'notAddress'],
  [own.replace('A', 'a'), 'checksum'],
])('WAL-4 recipient %j is refused: %s', (typed, problem) => {
  expect(readAddress(typed)).toEqual({ problem });
});

test.each([own, own.toLowerCase(), `0x${own.slice(2).toUpperCase()}`, ` ${own} `])(
  'WAL-4 recipient %j is accepted with its EIP-55 checksum',
  (typed) => {
    expect(readAddress(typed)).toEqual({ address: own });
  },
);

test.each([
  [`eth:${own}`, 1],
  [` ETH:${own.toLowerCase()} `, 1],
  [`eip155:1:${own}`, 1],
  [`eip155:31337:${own}`, 31337],
  [`arb1:${own}`, 42161],
  [`matic:${own}`, 137],
  [`31337:${own}`, 31337],
])('WAL-4 recipient %j names its network (EIP-3770, CAIP-10)', (typed, chainId) => {
  expect(readAddress(typed)).toEqual({ address: own, chainId });
  expect(onNetworks(readAddress(typed), [5, chainId])).toEqual({ address: own, chainId });
  expect(onNetworks(readAddress(typed), [5])).toEqual({ problem: 'otherNetwork' });
  expect(onNetworks(readAddress(own), [5])).toEqual({ address: own });
});

test.each([
  [`nowhere:${own}`, 'otherNetwork'],
  [`eip155:${own}`, 'otherNetwork'],
  [`eth:${own.replace('A', 'a')}`, 'checksum'],
  [`eth:${own.slice(0, 30)}`, 'notAddress'],
  ['eth:', 'notAddress'],
  [`eth: ${own}`, 'notAddress'],
  [`eth:eth:${own}`, 'notAddress'],
  [`solana:101:${own}`, 'notAddress'],
  [`ethereum:${own}`, 'notAddress'],
])('WAL-4 recipient %j is refused: %s', (typed, problem) => {
  expect(readAddress(typed)).toEqual({ problem });
});

const chainId = 31337;
const [token, otherToken, farToken, customToken, collection] = [
  'token',
  'other token',
  'token of another network',
  'custom token',
  'collection',
].map(addressOf) as [Address, Address, Address, Address, Address];
const [account, secondAccount, contact, earlier, stranger] = [
  'account',
  'second account',
  'contact',
  'earlier recipient',
  'stranger',
].map(addressOf) as [Address, Address, Address, Address, Address];
const names = ['vault', 'staking', 'pledge', 'presale', 'router', 'multicall'] as const;

const coin = (id: number, tokens: Coin['tokens']): Coin => ({
  id,
  symbol: `T${id}`,
  name: `Token ${id}`,
  icon: '',
  sort: id,
  tokens,
});
const context = {
  ...signingContext({ chainId, account, token, vault: addressOf('vault') }),
  coins: [
    coin(1, [
      { chainId, address: null, decimals: 18 },
      // Lists may write addresses in lowercase.
      { chainId, address: token.toLowerCase() as Address, decimals: 6 },
    ]),
    coin(2, [
      { chainId, address: otherToken, decimals: 18 },
      { chainId: 1, address: farToken, decimals: 18 },
    ]),
  ],
  contracts: [
    ...names.map((name) => ({ chainId, name: `${name}_contract`, address: addressOf(name) })),
    { chainId: 1, name: 'vault_contract', address: addressOf('vault of another network') },
  ],
  accounts: [account, secondAccount],
  customTokens: [addedToken(chainId, customToken)],
  contacts: [{ name: 'Alice', address: contact }],
  recipients: [earlier],
  platformTokens: new Map(
    ['staking', 'pledge', 'presale'].map((name) => [addressOf(name), [token, token]] as const),
  ),
};
const facts: RecipientFacts = context;

/** The outcome of a check: the reason that it is stopped, the address to compare, a note, or nothing. */
function outcome(recipient: Address, sent: Address | null): string {
  const { stop, isSelf, isKnown, lookAlike: alike } = checkRecipient(recipient, facts, sent);
  if (stop) return stop;
  if (alike) return `compare with ${alike}`;
  return isSelf ? 'own' : isKnown ? 'known' : 'new';
}

/** A recipient, what each form does about it, and what the transaction sheet and the demo wallet say. */
type Case = readonly [name: string, recipient: Address, outcome: string, finding: FindingCode | null];
const cases: readonly Case[] = [
  ['the zero address', zeroAddress, 'zero', 'burn'],
  ['a burn address', BURN, 'reserved', 'burn'],
  ['a precompiled contract', PRECOMPILE, 'reserved', 'burn'],
  ['another listed token', otherToken, 'contract', 'lostInContract'],
  ['a token listed on another network', farToken, 'contract', 'lostInContract'],
  ['a token that the user added', customToken, 'contract', 'lostInContract'],
  ...names.map((name): Case => [`the ${name}`, addressOf(name), 'contract', 'lostInContract']),
  ['the vault of another network', addressOf('vault of another network'), 'contract', 'lostInContract'],
  ['Permit2', PERMIT2, 'contract', 'lostInContract'],
  ['Multicall3', MULTICALL3, 'contract', 'lostInContract'],
  ['a look-alike of the account', lookAlike(account), `compare with ${account}`, 'lookAlike'],
  [
    'a look-alike of another own account',
    lookAlike(secondAccount),
    `compare with ${secondAccount}`,
    'lookAlike',
  ],
  ['a look-alike of a contact', lookAlike(contact), `compare with ${contact}`, 'lookAlike'],
  ['a look-alike of an earlier recipient', lookAlike(earlier), `compare with ${earlier}`, 'lookAlike'],
  ['another own account', secondAccount, 'known', null],
  ['a contact', contact, 'known', null],
  ['an earlier recipient', earlier, 'known', null],
  ['a stranger', stranger, 'new', 'newRecipient'],
];

const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function withdraw(address token, uint256 amount, address to, uint256 maxFee)',
]);
const vault = addressOf('vault');

type Transfer = {
  sent: Address | null;
  /** Whether a contract of the platform pays. */
  isPayout?: boolean;
  call: (to: Address) => { to: Address; value: bigint; data: Hex };
};

const encoded = (to: Address, data: Hex) => ({ to, value: 0n, data });
const withdrawal = (paid: Address) => (to: Address) =>
  encoded(vault, encodeFunctionData({ abi, functionName: 'withdraw', args: [paid, 5n, to, 0n] }));
const payout =
  (name: string, encode: (to: Address) => Hex): Transfer['call'] =>
  (to) =>
    encoded(addressOf(name), encode(to));
/** Every kind of transfer, as its form or another page sends it. */
const transfers: Record<string, Transfer> = {
  'payment of the native currency': { sent: null, call: (to) => ({ to, value: 5n, data: '0x' }) },
  'payment of a token': {
    sent: token,
    call: (to) => encoded(token, encodeFunctionData({ abi, functionName: 'transfer', args: [to, 5n] })),
  },
  'withdrawal of the native currency': { sent: null, isPayout: true, call: withdrawal(zeroAddress) },
  'withdrawal of a token': { sent: token, isPayout: true, call: withdrawal(token) },
  'unstaking by another page': {
    sent: token,
    isPayout: true,
    call: payout('staking', (to) =>
      encodeFunctionData({ abi: stakingPoolAbi, functionName: 'unstake', args: [5n, to] }),
    ),
  },
  'redemption of a pledge by another page': {
    sent: token,
    isPayout: true,
    call: payout('pledge', (to) =>
      encodeFunctionData({ abi: pledgeAbi, functionName: 'redeem', args: [1n, to] }),
    ),
  },
  'claim of presale tokens by another page': {
    sent: token,
    isPayout: true,
    call: payout('presale', (to) =>
      encodeFunctionData({ abi: presaleAbi, functionName: 'claim', args: [to] }),
    ),
  },
  'ERC-721 transfer': {
    sent: collection,
    call: (to) =>
      encoded(
        collection,
        encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [account, to, 1n] }),
      ),
  },
  'ERC-1155 transfer': {
    sent: collection,
    call: (to) =>
      encoded(
        collection,
        encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [account, to, 1n, 2n, '0x'] }),
      ),
  },
};

const aboutRecipient: readonly FindingCode[] = [
  'burn',
  'lostInContract',
  'lookAlike',
  'newRecipient',
  'ownAddress',
];
const findingOf = (call: Transfer['call'], recipient: Address) =>
  readTransaction(call(recipient), context)
    .findings.map(({ code }) => code)
    .find((code) => aboutRecipient.includes(code)) ?? null;

describe.each(Object.entries(transfers))('%s', (_name, { sent, isPayout = false, call }) => {
  test.each(cases)(
    'WAL-4 WAL-14 WAL-15 to %s (%s): %s, and the review says %s',
    (_case, to, result, code) => {
      expect([outcome(to, sent), findingOf(call, to)]).toEqual([result, code]);
      // The case of the letters makes no difference.
      expect(outcome(to.toLowerCase() as Address, sent)).toBe(result);
    },
  );

  test('WAL-4 WAL-14 WAL-15 to the account itself: a note, in the review too unless it is a payout', () => {
    expect(outcome(account, sent)).toBe('own');
    expect(findingOf(call, account)).toBe(isPayout ? null : 'ownAddress');
  });

  if (sent !== null)
    test('WAL-4 WAL-14 WAL-15 to the contract of what is sent: stopped, and the review says lostInContract', () => {
      expect([outcome(sent, sent), findingOf(call, sent)]).toEqual(['token', 'lostInContract']);
    });
});

test('WAL-6 WAL-7 WAL-8 payouts of stakes, pledges and presales have no recipient field: they go to the account', () => {
  const listed = { coinId: 1, symbol: 'T1', decimals: 6, address: token };
  const order = { chainId, account, token: listed, amount: 5n };
  const pledge = {
    ...{ id: 7n, termId: 0n, token, amount: 5n, interest: 1n, penalty: 1n, startedAt: 0n, maturesAt: 9n },
    status: 'active',
  } as const;
  const plans = [
    ...(['unstake', 'claim', 'exit'] as const).map((action) =>
      stakePlan({ ...order, action, pool: addressOf('staking') }),
    ),
    ...(['redeem', 'exitEarly'] as const).map((kind) =>
      closePlan({ ...order, kind, contract: addressOf('pledge'), pledge }),
    ),
    ...(['claimVested', 'refund'] as const).map((action) =>
      presalePlan({ ...order, action, presale: addressOf('presale') }),
    ),
  ];
  expect(plans.map(({ call }) => call.args?.at(-1))).toEqual(plans.map(() => account));
});

test('WAL-14 an unlisted token is stopped only for its own contract, which a request need not list', () => {
  expect(outcome(stranger, stranger)).toBe('token');
  const request = `ethereum:${stranger}/transfer?address=${stranger}&uint256=1`;
  expect(parsePaymentRequest(request)).toEqual({ problem: 'token' });
});

test.each([zeroAddress, BURN, PRECOMPILE])(
  'WAL-14 the parser of payment requests stops %s with the reason of the forms',
  (to) => {
    const problem = recipientStop(to, facts, null);
    for (const request of [`ethereum:${to}?value=1`, `ethereum:${token}/transfer?address=${to}&uint256=1`])
      expect(parsePaymentRequest(request)).toEqual({ problem });
  },
);

test('WAL-4 a look-alike has the same first and last four digits, and the confirmed address counts as known', () => {
  const alike = lookAlike(contact);
  const start = getAddress(`0x${contact.slice(2, 6)}${'1'.repeat(36)}`.toLowerCase());
  const end = getAddress(`0x${'1'.repeat(36)}${contact.slice(-4)}`.toLowerCase());
  expect([start, end].map((to) => outcome(to, null))).toEqual(['new', 'new']);
  expect(checkRecipient(alike, { ...facts, recipients: [alike] }, null)).toMatchObject({
    lookAlike: null,
    isKnown: true,
  });
});

test('WAL-4 an account that is unknown, such as before connecting, is no own address', () => {
  const without = { ...facts, account: undefined, accounts: [] };
  expect(checkRecipient(account, without, null)).toEqual({
    stop: null,
    isSelf: false,
    isKnown: false,
    lookAlike: null,
    isReported: false,
  });
});

test('RISK-2 a recipient on a list of known scams is reported in any case, even if it was paid before', () => {
  const scam = addressOf('scam');
  const listed = { ...facts, reported: new Set([scam.toLowerCase()]) };
  expect(checkRecipient(scam, listed, null)).toMatchObject({ stop: null, isReported: true });
  expect(checkRecipient(scam, { ...listed, recipients: [scam] }, null)).toMatchObject({
    isKnown: true,
    isReported: true,
  });
  expect(checkRecipient(addressOf('friend'), listed, null)).toMatchObject({ isReported: false });
});

test('WAL-4 addresses above the reserved range of EIP-1352 are accepted', () => {
  expect(recipientStop('0x000000000000000000000000000000000000ffff', facts, null)).toBe('reserved');
  expect(recipientStop('0x0000000000000000000000000000000000010000', facts, null)).toBeNull();
});

test('I18N-4 every reason to stop has one message that says what to do', () => {
  const texts = Object.entries(en.wallet.recipient.problem).filter(([problem]) => isRecipientStop(problem));
  expect(texts).toHaveLength(4);
  expect(new Set(texts.map(([, text]) => text)).size).toBe(4);
  for (const [, text] of texts) expect(text).toMatch(/ Use the recipient's own address\.$/);
});
