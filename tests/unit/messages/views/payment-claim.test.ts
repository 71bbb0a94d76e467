import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  type Hex,
  type Log,
  pad,
  zeroHash,
} from 'viem';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { checkPayment } from '@/lib/messages/views/payment-claim';
import type { ReceiptFacts } from '@/lib/wallet/receipt/receipt-facts';

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const [operator, payer, other, recipient, token, vault] = ['1', '2', '3', '4', '5', '6'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
const dollars = { address: token, coinId: 2, symbol: 'tUSDT', decimals: 6 };

const logOf = (topics: unknown, data: Hex): Log => ({ address: token, topics, data }) as Log;
const used = (authorizer: Address, nonce: Hex = pad('0x1', { size: 32 })) =>
  logOf(
    encodeEventTopics({
      abi: erc20AuthorizationAbi,
      eventName: 'AuthorizationUsed',
      args: { authorizer, nonce },
    }),
    '0x',
  );
const moved = (from: Address, to: Address, value: bigint) =>
  logOf(
    encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
    encodeAbiParameters([{ type: 'uint256' }], [value]),
  );
const vaultLog = (from: Address, digest: Hex): Log => ({
  ...logOf(
    encodeEventTopics({
      abi: vaultAbi,
      eventName: 'Transferred',
      args: { from, to: recipient, token },
    }),
    encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [5n, digest]),
  ),
});
/** A transaction that somebody else sent, as it affects the payer. */
const facts = {
  chainId: 1,
  at: 1n,
  from: operator,
  effects: {
    kind: 'send',
    out: [{ token: dollars, amount: 5n }],
    in: [],
    counterparty: recipient,
    allowance: null,
    withdrawalFee: null,
  },
} satisfies Partial<ReceiptFacts>;
const claim = {
  by: payer,
  signed: pad('0x1', { size: 32 }),
  isRepeated: false,
  people: [payer, recipient],
  asked: null,
};
const lists = { tokens: new Map([[getAddress(token), dollars]]), vault };
const batch = [used(other), moved(other, recipient, 7n), used(payer), moved(payer, recipient, 5n)];
const five = { paid: { token: dollars, amount: 5n, recipient }, oddity: null };

test('HUB-4 FREE-9 a payment that its payer signed and the operator sent is theirs, with their amount alone', () => {
  expect(checkPayment(facts, batch, claim, lists)).toEqual(five);
});

test('HUB-4 FREE-9 two payments that a payer signed are each their own, in the same transaction', () => {
  const second = pad('0x2', { size: 32 });
  const both = [...batch, used(payer, second), moved(payer, other, 3n)];
  expect(checkPayment(facts, both, claim, lists)).toEqual(five);
  const people = [payer, other];
  expect(checkPayment(facts, both, { ...claim, people, signed: second }, lists)).toEqual({
    paid: { token: dollars, amount: 3n, recipient: other },
    oddity: null,
  });
});

test('HUB-4 FREE-9 whatever else the sender of its transaction does, a signed payment stays one', () => {
  // Somebody submits the payer's signature, and sends the payer something in the same transaction.
  const effects = { ...facts.effects, kind: 'other', in: [{ token: dollars, amount: 1n }] } as const;
  const mixed = [moved(other, payer, 1n), ...batch, moved(other, recipient, 9n)];
  expect(checkPayment({ ...facts, from: other, effects }, mixed, claim, lists)).toEqual(five);
});

test('HUB-4 FREE-9 a signed transfer between vault balances counts by its digest, in the listed vault only', () => {
  const digest = pad('0x3', { size: 32 });
  const signed = { ...claim, signed: digest };
  const transferred = (address: Address, from: Address) => ({ ...vaultLog(from, digest), address });
  expect(checkPayment(facts, [transferred(vault, payer)], signed, lists)).toEqual(five);
  expect(checkPayment(facts, [transferred(token, payer)], signed, lists).oddity).toBe('noPayment');
  expect(checkPayment(facts, [transferred(vault, other)], signed, lists).oddity).toBe('noPayment');
});

test('HUB-4 a payment that its message’s sender neither sent nor signed is reported', () => {
  const unsigned = [moved(payer, recipient, 5n)];
  expect(checkPayment(facts, unsigned, { ...claim, signed: null }, lists).oddity).toBe('otherSender');
  expect(checkPayment(facts, unsigned, claim, lists).oddity).toBe('noPayment');
  expect(checkPayment(facts, [used(other), ...unsigned], claim, lists).oddity).toBe('noPayment');
});

test('HUB-4 what anybody signed doesn’t count as what the sender of the transaction paid', () => {
  const own = { ...facts, from: payer };
  const sent = [...batch, moved(payer, recipient, 4n)];
  expect(checkPayment(own, sent, { ...claim, signed: null }, lists).paid?.amount).toBe(4n);
});

test('HUB-4 a transfer by a call counts once, by the listed vault alone, and never as a signed one', () => {
  const byCall = { ...facts, from: payer, effects: { ...facts.effects, kind: 'sendBalance' } } as const;
  const own = { ...vaultLog(payer, zeroHash), address: vault };
  const unsigned = { ...claim, signed: null };
  expect(checkPayment(byCall, [own], unsigned, lists)).toEqual(five);
  expect(checkPayment(byCall, [own], { ...claim, signed: zeroHash }, lists).oddity).toBe('noPayment');
  // A foreign contract's event makes a signed transfer no call of its payer.
  const signed = { ...vaultLog(payer, claim.signed), address: vault };
  const foreign = { ...own, address: token };
  expect(checkPayment(byCall, [signed, foreign], unsigned, lists).oddity).toBe('noPayment');
});

test('HUB-4 what a third party pays in the transaction doesn’t count as its sender’s payment', () => {
  const own = { ...facts, from: payer };
  const released = [moved(payer, other, 1n), moved(other, recipient, 9n)];
  expect(checkPayment(own, released, { ...claim, signed: null }, lists).oddity).toBe('noPayment');
  const both = [...released, moved(payer, recipient, 2n)];
  expect(checkPayment(own, both, { ...claim, signed: null }, lists).paid?.amount).toBe(2n);
});
