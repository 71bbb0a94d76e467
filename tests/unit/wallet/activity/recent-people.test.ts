import { type Address, getAddress } from 'viem';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';
import { paymentHistory, recentPeople } from '@/lib/wallet/activity/recent-people';
import type { RecipientFacts } from '@/lib/wallet/contacts/recipient';

const address = (digits: string): Address => getAddress(`0x${digits.padStart(40, '1')}`);
const [own, paid, payer, contact, vault, token] = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
/** Has the first and last digits of the account that was paid. */
const imitator = getAddress(`${paid.slice(0, 20)}ffffffffff${paid.slice(30)}`);

const facts: RecipientFacts = {
  account: own,
  accounts: [own],
  coins: [],
  contracts: [{ chainId: 1, name: 'vault_contract', address: vault }],
  customTokens: [{ address: token }],
  contacts: [{ address: contact }],
  recipients: [],
  reported: new Set<string>(),
};

const row = (kind: ActivityRow['kind'], counterparty: Address, amount = 1n): ActivityRow => {
  const moves = [{ token: { address: token, symbol: 'T', decimals: 0, coinId: 1 }, amount }];
  const isIn = kind === 'receive' || kind === 'receiveBalance';
  return {
    ...{ chainId: 1, hash: '0x', kind, counterparty, allowance: null, at: 0, block: 1n, isVerified: false },
    ...{ status: 'confirmed', in: isIn ? moves : [], out: isIn ? [] : moves },
  };
};

test('HUB-1 people of recent payments are listed once, the latest first', () => {
  const rows = [
    row('receive', payer),
    row('send', paid),
    row('sendBalance', payer),
    row('swap', address('99')),
  ];
  expect(recentPeople(rows, facts)).toEqual([payer, paid]);
});

test('HUB-1 HUB-9 contacts, contracts, own accounts, and planted addresses aren’t among them', () => {
  const rows = [
    row('receive', imitator),
    row('receive', address('77'), 0n),
    ...[contact, vault, token, own].map((other) => row('receive', other)),
    { ...row('send', address('88')), status: 'failed' as const },
    row('send', paid),
  ];
  expect(recentPeople(rows, facts)).toEqual([paid]);
});

test('HUB-9 WAL-14 an address that scammers planted on both sides is neither offered nor taken for a known one', () => {
  const rows = [row('receive', imitator), row('send', imitator, 0n), row('send', paid)];
  expect(recentPeople(rows, facts)).toEqual([paid]);
  expect(paymentHistory(rows)).toEqual({ paid: [paid], paidBy: [imitator] });
});

test('WAL-14 HUB-1 only payments of listed tokens that the chain confirmed count as earlier payments', () => {
  const own = { address: token, symbol: 'T', decimals: 0, coinId: null };
  const rows: ActivityRow[] = [
    row('receive', payer),
    { ...row('withdraw', contact), isToOther: true },
    row('withdraw', vault),
    row('send', paid),
    { ...row('send', address('11')), block: null },
    { ...row('send', address('22')), status: 'pending' },
    { ...row('send', address('33')), status: 'failed' },
    { ...row('send', address('44')), out: [{ token: own, amount: 1n }] },
    row('swap', address('55')),
  ];
  expect(paymentHistory(rows)).toEqual({ paid: [contact, paid], paidBy: [payer] });
});
