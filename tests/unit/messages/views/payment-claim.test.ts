import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type Hex,
  type Log,
  pad,
} from 'viem';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { checkPayment } from '@/lib/messages/views/payment-claim';
import type { ReceiptFacts } from '@/lib/wallet/receipt/receipt-facts';

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const [operator, payer, other, recipient, token] = ['1', '2', '3', '4', '5'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const dollars = { address: token, coinId: 2, symbol: 'tUSDT', decimals: 6 };

const logOf = (topics: unknown, data: Hex): Log => ({ address: token, topics, data }) as Log;
const used = (authorizer: Address) =>
  logOf(
    encodeEventTopics({
      abi: erc20AuthorizationAbi,
      eventName: 'AuthorizationUsed',
      args: { authorizer, nonce: pad('0x1') },
    }),
    '0x',
  );
const moved = (from: Address, to: Address, value: bigint) =>
  logOf(
    encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
    encodeAbiParameters([{ type: 'uint256' }], [value]),
  );
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
const claim = { by: payer, isRepeated: false, people: [payer, recipient], asked: null };
const batch = [used(other), moved(other, recipient, 7n), used(payer), moved(payer, recipient, 5n)];

test('HUB-4 FREE-9 a payment that its payer signed and the operator sent is theirs, with their amount alone', () => {
  expect(checkPayment(facts, batch, claim)).toEqual({
    paid: { token: dollars, amount: 5n, recipient },
    oddity: null,
  });
});

test('HUB-4 a payment that its message’s sender neither sent nor signed is reported', () => {
  const unsigned = [moved(payer, recipient, 5n)];
  expect(checkPayment(facts, unsigned, claim).oddity).toBe('otherSender');
  expect(checkPayment(facts, [used(other), ...unsigned], claim).oddity).toBe('otherSender');
});

test('HUB-4 what another account signed doesn’t count for the sender of its transaction', () => {
  const own = { ...facts, from: payer, effects: { ...facts.effects, out: [{ token: dollars, amount: 5n }] } };
  expect(checkPayment(own, batch, claim).paid?.amount).toBe(5n);
});
