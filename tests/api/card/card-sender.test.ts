import { type Hex, keccak256, stringToHex } from 'viem';
import { lockCard } from '@/lib/server/card/ledger/card-lock';
import { queueFreeze } from '@/lib/server/card/queue-freeze';
import { inTransaction } from '@/lib/server/db/database';
import {
  type CardChain,
  callAs,
  chainAccount,
  openCard,
  outcomes,
  queueOperation,
  startCardChain,
  startRoleHere,
  storedAccount,
  usd,
} from '../../support/card-chain';
import { until } from '../../support/until';

let world: CardChain;
let stopRole: () => Promise<void>;

beforeAll(async () => {
  world = await startCardChain();
  stopRole = await startRoleHere(world);
});
afterAll(async () => {
  await stopRole();
  await world.stop();
});

let named = 0;
const newId = (): Hex => {
  named += 1;
  return keccak256(stringToHex(`purchase ${named}`));
};
/** Balance, held, and unplaced amounts, stored and in the contract. */
async function figures(card: Parameters<typeof storedAccount>[1]) {
  const [{ balance, held, unplaced, owed }, chain] = [
    await storedAccount(world, card),
    await chainAccount(world, card),
  ];
  expect({ balance, held }).toEqual({ balance: chain.balance, held: chain.held });
  return { balance, held, unplaced, owed };
}

test('CARD-20 a hold leaves unplaced when it is held, and increments, reversals, and captures follow it', async () => {
  const card = await openCard(world);
  const id = newId();
  const hold = await queueOperation(world, card, { kind: 'hold', id, amount: usd(50) });
  expect(await outcomes(world, [hold])).toEqual(['posted']);
  expect(await figures(card)).toEqual({ balance: usd(1000), held: usd(50), unplaced: 0n, owed: 0n });

  const raised = await queueOperation(world, card, { kind: 'hold', id, amount: usd(20) });
  const released = await queueOperation(world, card, { kind: 'release', id, amount: usd(10) });
  const captured = await queueOperation(world, card, { kind: 'capture', id, amount: usd(25) });
  expect(await outcomes(world, [raised, released, captured])).toEqual(['posted', 'posted', 'posted']);
  expect(await figures(card)).toEqual({ balance: usd(975), held: usd(35), unplaced: 0n, owed: 0n });

  // Above what remains, within the margin: closes the hold.
  const over = await queueOperation(world, card, { kind: 'capture', id, amount: usd(40) });
  expect(await outcomes(world, [over])).toEqual(['posted']);
  expect(await figures(card)).toEqual({ balance: usd(935), held: 0n, unplaced: 0n, owed: 0n });
});

test('CARD-20 an increment of a closed hold is placed under another identifier, which captures find', async () => {
  const card = await openCard(world);
  const id = newId();
  const first = await queueOperation(world, card, { kind: 'hold', id, amount: usd(10) });
  const closing = await queueOperation(world, card, { kind: 'capture', id, amount: usd(10) });
  const second = await queueOperation(world, card, { kind: 'hold', id, amount: usd(30) });
  const last = await queueOperation(world, card, { kind: 'capture', id, amount: usd(5) });
  expect(await outcomes(world, [first, closing, second, last])).toEqual(Array(4).fill('posted'));
  expect(await figures(card)).toEqual({ balance: usd(985), held: usd(25), unplaced: 0n, owed: 0n });
});

test('CARD-20 refused items change nothing else: a hold leaves unplaced, a debit is owed', async () => {
  const [card, other] = [await openCard(world), await openCard(world)];
  const [tooMuch, fine, late] = [newId(), newId(), newId()];
  const ids = [
    await queueOperation(world, card, { kind: 'hold', id: tooMuch, amount: usd(501) }),
    await queueOperation(world, card, { kind: 'hold', id: fine, amount: usd(5) }),
    await queueOperation(world, other, {
      kind: 'hold',
      id: late,
      amount: usd(5),
      approvedAt: new Date(Date.now() - 3_600_000),
    }),
    await queueOperation(world, card, { kind: 'debit', id: newId(), amount: usd(60) }),
    await queueOperation(world, card, { kind: 'debit', id: newId(), amount: usd(60) }),
    await queueOperation(world, card, { kind: 'credit', id: newId(), amount: usd(10) }),
    await queueOperation(world, card, { kind: 'release', id: newId(), amount: usd(1) }),
  ];
  expect(await outcomes(world, ids)).toEqual([
    'refused AboveDayLimit',
    'posted',
    'refused ApprovalTooOld',
    'posted',
    'refused AboveOfflineLimit',
    'posted',
    'refused HoldNotOpen',
  ]);
  expect(await figures(card)).toEqual({ balance: usd(950), held: usd(5), unplaced: 0n, owed: usd(60) });
  expect(await figures(other)).toMatchObject({ held: 0n, unplaced: 0n });
});

test('CARD-22 a freeze reaches the contract once, and its owner can end it', async () => {
  const { chain, at, query } = world;
  const card = await openCard(world);
  const status = async () =>
    (await query<{ status: string }>('select status from cards where id = $1', [card.cardId]))[0]?.status;
  const freezing = () =>
    inTransaction('transaction', async (db) => queueFreeze(db, await lockCard(db, card.cardId)));
  await freezing();
  await freezing();
  expect(await status()).toBe('frozen');
  const [first] = await query<{ id: string }>(
    `select id from card_operations where card_id = $1 and kind = 'freeze'`,
    [card.cardId],
  );
  const freeze = { kind: 'freeze', id: newId(), amount: 0n } as const;
  const ids = [Number(first?.id), await queueOperation(world, card, freeze)];
  expect(await outcomes(world, ids)).toEqual(['posted', 'canceled']);
  expect(await status()).toBe('frozen');
  const frozen = await chain.client.readContract({ ...at, functionName: 'cardOf', args: [card.number] });
  expect(frozen.status).toBe(2);
  await callAs(chain, card.owner, { ...at, functionName: 'setStatus', args: [card.number, 1] });
  await until(async () => (await status()) === 'active', 'an active card');
});
