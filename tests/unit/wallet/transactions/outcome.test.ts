import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hash,
  type Log,
  type Transaction,
  type TransactionReceipt,
} from 'viem';
import { entryPoint07Address } from 'viem/account-abstraction';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { LedgerEntry, SentTransaction } from '@/lib/wallet/transactions/ledger-entry';
import {
  indexedSafeEvents,
  isPart,
  operationEvents,
  outcomeOf,
  safeEvents,
  takenOutcome,
} from '@/lib/wallet/transactions/outcome';
import { callHash, type ShownTransaction } from '@/lib/wallet/transactions/read-transactions';
import { account, depositCall, entry, hash, request, sentAs } from '../../../support/ledger-entry';

const stranger: Address = '0x00000000000000000000000000000000000000fe';
const block = { number: '7', hash: hash('b') };

/** Returns the log of a contract's event. */
function logOf(address: Address, abi: Abi, eventName: string, args: Record<string, unknown>): Log {
  const item = getAbiItem({ abi, name: eventName });
  if (item?.type !== 'event') throw new Error(`no event ${eventName}`);
  const plain = item.inputs.filter(({ indexed }) => !indexed);
  return {
    address,
    topics: encodeEventTopics({ abi, eventName, args }) as Log['topics'],
    data: encodeAbiParameters(
      plain,
      plain.map(({ name = '' }) => args[name]),
    ),
  } as Log;
}
const deposited = (amount = 5n, owner: Address = account) =>
  logOf(request.to, vaultAbi, 'Deposited', { owner, token: stranger, amount });

type Part = {
  from?: Address;
  call?: { to: Address | null; value: bigint; input: `0x${string}` } | null;
  status?: 'success' | 'reverted';
  logs?: Log[];
};
const empty = { to: account, value: 0n, input: '0x' } as const;
const other = { ...depositCall, value: 9n };

/** A mined transaction: by default, the account's own, which makes the requested call. */
const mined = (
  sent: SentTransaction,
  { from = account, call = depositCall, status = 'success', logs = [] }: Part = {},
): ShownTransaction => ({
  sent: call && from === account ? { ...sent, nonce: 3, call: callHash(call) } : sent,
  transaction: call && ({ ...call, hash: sent.hash, from } as unknown as Transaction),
  receipt: {
    ...{ transactionHash: sent.hash, status, logs, from, to: call?.to ?? null },
    ...{ blockNumber: 7n, blockHash: block.hash },
  } as unknown as TransactionReceipt,
});
const replaced = (...kinds: ('speedUp' | 'cancel')[]): LedgerEntry => {
  const sent = [sentAs('1'), ...kinds.map((kind, index) => sentAs(String(index + 2), kind))];
  return { ...entry, sent, hash: sent.at(-1)?.hash ?? null };
};
const ends = (outcome: ReturnType<typeof outcomeOf>) =>
  outcome && [outcome.status === 'failed' ? outcome.reason : outcome.status, outcome.hash, outcome.isAltered];

test('WAL-9 of all transactions with the same nonce, the mined one decides the outcome', () => {
  expect(outcomeOf(entry, mined(sentAs('1')))).toMatchObject({ status: 'confirmed', hash: hash('1'), block });
  expect(ends(outcomeOf(entry, mined(sentAs('1'), { status: 'reverted' })))).toEqual([
    'reverted',
    hash('1'),
    false,
  ]);
  // The wallet repriced, canceled or replaced the transaction.
  const taken = (one: LedgerEntry, call: Part['call']) =>
    ends(takenOutcome(one, mined(sentAs('9'), { call }), () => []));
  expect(taken(entry, depositCall)).toEqual(['confirmed', hash('9'), false]);
  expect(taken(entry, empty)).toEqual(['cancelled', hash('9'), false]);
  expect(taken(entry, other)).toEqual(['cancelled', hash('9'), false]);
  // The same call of another entry used the nonce.
  expect(ends(takenOutcome(entry, mined(sentAs('9')), () => [{ entry, isOlder: true }]))?.[0]).toBe(
    'cancelled',
  );
  // The page sped up the transaction, and either the first or the second one is mined.
  for (const digit of ['1', '2'])
    expect(
      ends(outcomeOf(replaced('speedUp'), mined(sentAs(digit, digit === '1' ? 'call' : 'speedUp')))),
    ).toEqual([...['confirmed', hash(digit), false]]);
  // The page canceled the transaction: in time, too late, after a higher fee, or with a higher fee set in the wallet.
  const cancelling = replaced('speedUp', 'cancel');
  expect(ends(outcomeOf(cancelling, mined(sentAs('3', 'cancel'), { call: empty })))).toEqual([
    ...['cancelled', hash('3'), false],
  ]);
  expect(ends(outcomeOf(cancelling, mined(sentAs('2', 'speedUp'))))).toEqual(['confirmed', hash('2'), false]);
  expect(ends(outcomeOf(cancelling, mined(sentAs('1'))))).toEqual(['confirmed', hash('1'), false]);
  expect(taken(cancelling, empty)).toEqual(['cancelled', hash('9'), false]);
  // The wallet sent the call again instead of its cancellation.
  expect(ends(outcomeOf(cancelling, mined(sentAs('3', 'cancel'))))).toEqual(['confirmed', hash('3'), false]);
});

test('WAL-9 a call that the wallet changed before it sent it is recognized when the wallet sends it again', () => {
  const changed = { ...entry, sent: [{ ...sentAs('1'), nonce: 3, call: callHash(other) }] };
  expect(ends(takenOutcome(changed, mined(sentAs('9'), { call: other }), () => []))).toEqual([
    'confirmed',
    hash('9'),
    true,
  ]);
});

test('WAL-9 a call that the wallet changed is confirmed as something else, unless its effect is the requested one', () => {
  const outcome = (part: Part) => ends(outcomeOf(entry, mined(sentAs('1'), part)));
  expect(outcome({ call: other })).toEqual(['confirmed', hash('1'), true]);
  expect(outcome({ call: other, logs: [deposited(4n)] })).toEqual(['confirmed', hash('1'), true]);
  expect(outcome({ call: other, logs: [deposited()] })).toEqual(['confirmed', hash('1'), false]);
  expect(outcome({ call: { ...depositCall, input: `${depositCall.input}beef` } })).toEqual([
    ...['confirmed', hash('1'), false],
  ]);
  // The outcome waits until a node shows the call.
  expect(outcome({ call: null })).toBeNull();
});

test('WAL-9 a transaction that is not mined, or of which nothing concerns the account, decides nothing', () => {
  const foreign = (part: Part = {}, one = entry) =>
    ends(outcomeOf(one, mined(sentAs('1'), { from: stranger, call: other, ...part })));
  expect(outcomeOf(entry, { ...mined(sentAs('1')), receipt: null })).toBeNull();
  expect(foreign()).toBeNull();
  expect(foreign({ status: 'reverted' })).toBeNull();
  expect(foreign({ logs: [deposited(5n, stranger), deposited(4n)] })).toBeNull();
  expect(foreign({ logs: [deposited()] })).toEqual(['confirmed', hash('1'), false]);
  // Somebody pays the account, which proves nothing about the account's own payment.
  const payment: LedgerEntry = { ...entry, kind: 'send', recipient: stranger, token: `0x${'00'.repeat(20)}` };
  expect(foreign({ call: { ...empty, value: 5n } }, payment)).toBeNull();
});

/** Logs of a smart account's operation `of`, in the formats of ERC-4337 and Safe. */
const operations = (
  of: Hash,
  isDone: boolean,
  { at = account, entryPoint = entryPoint07Address as Address } = {},
): Log[][] => {
  const eventName = isDone ? 'ExecutionSuccess' : 'ExecutionFailure';
  return [
    [
      logOf(entryPoint, operationEvents, 'UserOperationEvent', {
        ...{ userOpHash: of, sender: at, paymaster: stranger, nonce: 1n, success: isDone },
        ...{ actualGasCost: 1n, actualGasUsed: 1n },
      }),
    ],
    [logOf(at, safeEvents, eventName, { txHash: of, payment: 0n })],
    [logOf(at, indexedSafeEvents, eventName, { txHash: of, payment: 0n })],
  ];
};

test('WAL-9 a smart account’s operation ends by its own event, whoever sent its transaction', () => {
  const outcomes = (logs: Log[][]) =>
    logs.map(
      (one) => ends(outcomeOf(entry, mined(sentAs('9'), { from: stranger, call: other, logs: one })))?.[0],
    );
  expect(outcomes(operations(hash('1'), true))).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect(outcomes(operations(hash('1'), false))).toEqual([
    'operationFailed',
    'operationFailed',
    'operationFailed',
  ]);
  // Another operation, another account, or a contract that anybody deployed.
  expect(outcomes(operations(hash('2'), true))).toEqual([undefined, undefined, undefined]);
  expect(outcomes(operations(hash('1'), true, { at: stranger }))).toEqual([undefined, undefined, undefined]);
  expect(outcomes(operations(hash('1'), true, { entryPoint: stranger })).at(0)).toBeUndefined();
});

test('WAL-16 a batch whose transaction lacks the requested effect stays open, as a part of it', () => {
  const batch: LedgerEntry = { ...entry, sent: [], request: { ...request, before: [] } };
  const shown = (part: Part) => mined(sentAs('1'), { call: { ...empty, input: '0x01' }, ...part });
  const outcome = (part: Part) => ends(outcomeOf(batch, shown(part)));
  expect(outcome({ logs: [deposited()] })).toEqual(['confirmed', hash('1'), false]);
  expect([outcome({}), isPart(batch, shown({}))]).toEqual([null, true]);
  expect(isPart(batch, shown({ logs: [deposited()] }))).toBe(false);
  expect(outcome({ status: 'reverted' })).toEqual(['reverted', hash('1'), false]);
});

test('WAL-9 on another chain, only a kind that the server records can count', () => {
  const onOtherChain = { ...entry, chainId: 902, requestedChainId: 901 };
  expect(ends(outcomeOf(onOtherChain, mined(sentAs('1'))))?.[0]).toBe('confirmed');
  for (const status of ['success', 'reverted'] as const)
    expect(ends(outcomeOf({ ...onOtherChain, kind: 'stake' }, mined(sentAs('1'), { status })))?.[0]).toBe(
      'otherChain',
    );
});
