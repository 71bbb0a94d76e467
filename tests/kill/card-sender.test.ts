import { type Hex, keccak256, stringToHex } from 'viem';
import { startSender } from '@/server/process/sender-process';
import {
  type CardChain,
  type ChainCard,
  chainAccount,
  entriesMatch,
  openCard,
  queueOperation,
  startCardChain,
  storedAccount,
  usd,
} from '../support/card-chain';
import { until } from '../support/until';

const KILLS = 8;
/** Purchases that are queued between two kills: a hold, an increment, and a capture of a part. */
const BETWEEN = 6;
const CARDS = 3;

let world: CardChain;
const processes: Awaited<ReturnType<typeof startSender>>[] = [];

beforeAll(async () => {
  world = await startCardChain();
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await world.stop();
});

test(
  `CARD-25 no card operation is lost or doubled when the active one of two processes is killed ${KILLS} times`,
  async () => {
    const dir = await world.keysDir();
    const start = () =>
      startSender({
        ...{ root: process.cwd(), role: 'card', env: { SENDER_KEYS_DIR: dir } },
        signal: new AbortController().signal,
      });
    processes.push(await start(), await start());
    const limits = { perDay: usd(1_000_000), perMonth: usd(1_000_000) };
    const cards: ChainCard[] = [];
    while (cards.length < CARDS) cards.push(await openCard(world, { balance: usd(10_000), limits }));
    let count = 0;
    for (let kill = 0; kill <= KILLS; kill += 1) {
      for (let sent = 0; sent < BETWEEN; sent += 1) {
        count += 1;
        for (const card of cards) {
          const id: Hex = keccak256(stringToHex(`${card.cardId} ${count}`));
          await queueOperation(world, card, { kind: 'hold', id, amount: usd(3) });
          await queueOperation(world, card, { kind: 'hold', id, amount: usd(2) });
          await queueOperation(world, card, { kind: 'capture', id, amount: usd(1) });
        }
      }
      if (kill === KILLS) break;
      const killed = processes[kill % 2];
      await killed?.stop({ force: true });
      await killed?.ended;
      processes[kill % 2] = await start();
    }
    await until(async () => {
      const rows = await world.query<{ state: string }>('select distinct state from card_operations');
      return rows.length === 1 && rows[0]?.state === 'posted';
    }, 'all operations on the chain');
    const total = BigInt(count);
    for (const card of cards) {
      const { balance, held } = await chainAccount(world, card);
      expect({ balance, held }).toEqual({ balance: usd(10_000) - total * usd(1), held: total * usd(4) });
      expect(await storedAccount(world, card)).toMatchObject({ balance, held, unplaced: 0n, owed: 0n });
      expect(await entriesMatch(world, card)).toBe(balance);
    }
    const nonces = await world.query<{ nonce: string }>('select nonce from outbox order by nonce');
    expect(nonces.map(({ nonce }) => Number(nonce))).toEqual(nonces.map((_, index) => index));
  },
  KILLS * 60_000,
);
