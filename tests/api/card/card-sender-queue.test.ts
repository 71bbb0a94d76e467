import { type Address, type Hex, keccak256, stringToHex, zeroAddress } from 'viem';
import { holdIdentifier } from '@/lib/evm/card-account';
import type { CardFacts, NewEntry } from '@/server/sender/card/contract/events';
import { findChanges } from '@/server/sender/card/mirror/find-changes';
import { storeAccount } from '@/server/sender/card/mirror/store-account';
import { nextBatches } from '@/server/sender/card/posting/batches';
import { readView } from '@/server/sender/view';
import {
  type CardChain,
  type ChainCard,
  openCard,
  openContext,
  queueOperation,
  startCardChain,
  startRoleHere,
  usd,
} from '../../support/card-chain';

let world: CardChain;
let opened: Awaited<ReturnType<typeof openContext>>;
let card: ChainCard;

// The role only opens the account: nothing is sent here.
beforeAll(async () => {
  world = await startCardChain();
  const stopRole = await startRoleHere(world);
  card = await openCard(world);
  await stopRole();
  opened = await openContext(world);
});
afterEach(() => world.query('delete from card_operations'));
afterAll(async () => {
  await opened.end();
  await world.stop();
});

let named = 0;
const newId = (): Hex => {
  named += 1;
  return keccak256(stringToHex(`queue ${named}`));
};

/** Stores other cards of the account. */
async function addCards(count: number): Promise<ChainCard[]> {
  const added = Array.from({ length: count }, (): ChainCard => {
    named += 1;
    return { ...card, cardId: `ic_queue_${named}`, number: 1_000 + named };
  });
  await world.query(
    `insert into cards (id, holder_id, account_id, chain_card, type, last_four, currency, status, day_limit, month_limit,
        offline_limit, over_capture_bps)
      select added.id, holder_id, account_id, number, type, last_four, currency, status, day_limit, month_limit, offline_limit,
        over_capture_bps
      from cards, unnest($2::text[], $3::bigint[]) as added(id, number) where cards.id = $1`,
    [card.cardId, added.map(({ cardId }) => cardId), added.map(({ number }) => number)],
  );
  return added;
}

type Queued = Pick<ChainCard, 'cardId' | 'number'> & { kind: string; id: Hex; chainHoldId?: Hex };

/** Queues operations without an amount. Those with a `chainHoldId` were posted. */
const queueAll = (operations: readonly Queued[]) =>
  world.query(
    `insert into card_operations (kind, chain_id, card_id, chain_card, hold_id, amount_raw, chain_hold_id, sequence, state)
      select kind, $1, card_id, number, hold_id, 0, chain_hold_id, 1, case when chain_hold_id is null then 'queued' else 'posted' end
      from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[])
        as added(kind, card_id, number, hold_id, chain_hold_id)`,
    [
      world.chain.id,
      operations.map(({ kind }) => kind),
      operations.map(({ cardId }) => cardId),
      operations.map(({ number }) => number),
      operations.map(({ id }) => id),
      operations.map(({ chainHoldId }) => chainHoldId ?? null),
    ],
  );

async function batches() {
  const { context } = opened;
  const { chain } = context;
  const { number: blockNumber } = await readView(chain, context.account.address, null);
  return nextBatches(
    context,
    { chain, address: world.contract, blockNumber },
    { most: 4, skipped: new Set() },
  );
}
const idsOf = (found: Awaited<ReturnType<typeof batches>>) =>
  found.flatMap(({ items }) => items.map(({ operation }) => operation.id));

test('CARD-24 long queues of several cards do not hide the hold of another', async () => {
  for (const { cardId, number } of await addCards(6))
    await queueAll(
      Array.from({ length: 20 }, (_, index) => ({
        ...{ cardId, number, id: newId() },
        kind: index % 2 === 0 ? 'release' : 'capture',
      })),
    );
  const hold = await queueOperation(world, card, { kind: 'hold', id: newId(), amount: usd(1) });
  const found = await batches();
  expect(idsOf(found)).toContain(hold);
  // The next operations of all six, and the hold.
  expect(found.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['release', 6],
    ['place', 1],
  ]);
});

test('CARD-24 many freezes leave a transaction to holds', async () => {
  const frozen = await addCards(90);
  await queueAll(frozen.map(({ cardId, number }) => ({ cardId, number, kind: 'freeze', id: newId() })));
  const hold = await queueOperation(world, card, { kind: 'hold', id: newId(), amount: usd(1) });
  const found = await batches();
  expect(found.map(({ kind }) => kind)).toEqual(['freeze', 'freeze', 'freeze', 'place']);
  expect(idsOf(found)).toContain(hold);
});

test('CARD-20 the hold of a purchase with many closed ones follows the latest', async () => {
  const id = newId();
  const { cardId, number } = card;
  const sent = Array.from({ length: 250 }, (_, closed) => holdIdentifier(id, closed));
  await queueAll(sent.map((chainHoldId) => ({ cardId, number, kind: 'hold', id, chainHoldId })));
  await queueOperation(world, card, { kind: 'hold', id, amount: usd(1) });
  const [batch] = await batches();
  expect(batch).toMatchObject({ kind: 'place', items: [{ id: holdIdentifier(id, 249), sequence: 1 }] });
});

test('CARD-21 a range of blocks can have events of any number of owners', async () => {
  const { context } = opened;
  const view = await readView(context.chain, context.account.address, null);
  const contract = { chain: context.chain, address: world.contract, blockNumber: view.number };
  const entries = Array.from({ length: 70_000 }, (_, index): NewEntry => {
    const owner: Address = `0x${(index + 1).toString(16).padStart(40, '0')}`;
    return {
      ...{ owner, token: zeroAddress, kind: 'topUp', amountRaw: 1n, outcome: null, at: new Date() },
      ...{ txHash: view.hash, blockHash: view.hash, blockNumber: view.number, logIndex: index },
    };
  });
  const own = { owner: card.owner.address, token: world.chain.token };
  const facts: CardFacts = {
    ...{ fromBlock: view.number, toBlock: view.number, fullBlock: null, names: [] },
    ...{ accounts: [...entries, own], owners: new Set(entries.map(({ owner }) => owner)), cards: new Set() },
    ...{ entries, outcomes: new Map(), withdrawals: [] },
  };
  const { accounts, others } = await findChanges(context, contract, facts, { view, isReorganized: false });
  expect(accounts.map(({ account }) => account)).toEqual([own]);
  expect(accounts[0]?.cards).toContain(card.number);
  expect(others.entries).toHaveLength(70_000);
});

test('CARD-21 an account has to be read again if a card was added while it was read', async () => {
  const { context } = opened;
  const view = await readView(context.chain, context.account.address, null);
  const contract = { chain: context.chain, address: world.contract, blockNumber: view.number };
  const funds = { balance: 1n, held: 0n, leaving: 0n, leavingSince: 0, taken: 0n, recoveryReadyAt: 0n };
  const account = { owner: card.owner.address, token: world.chain.token };
  const state = { account, funds, cards: new Map(), isComplete: true };
  await storeAccount(context.db, contract, card.accountId, { state, view, final: view.number });
  const rows = await world.query('select block_number from card_accounts where id = $1', [card.accountId]);
  expect(rows).toEqual([{ block_number: '0' }]);
});
