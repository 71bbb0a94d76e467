import { type Address, erc20Abi, type Hex, keccak256, type LocalAccount, stringToHex } from 'viem';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { senderOn } from '../../support/api-deposit';
import {
  type CardChain,
  type ChainCard,
  callAs,
  chainAccount,
  entriesMatch,
  openCard,
  outcomes,
  queueOperation,
  startCardChain,
  startRoleHere,
  storedAccount,
  topUp,
  usd,
} from '../../support/card-chain';
import { startFewLogsNode } from '../../support/few-logs-node';
import { tokenArguments } from '../../support/plain-chains';
import { until } from '../../support/until';

/** Events that the node returns at most. */
const MOST = 20;
const CONFIRMATIONS = 6;

let world: CardChain;
let node: Awaited<ReturnType<typeof startFewLogsNode>>;
let stopRole = async () => {};

beforeAll(async () => {
  world = await startCardChain();
  node = await startFewLogsNode(world.chain.rpcUrl, MOST);
  stopRole = await startRoleHere(world, { serverRpcUrl: node.url, confirmations: CONFIRMATIONS });
});
afterAll(async () => {
  await stopRole();
  await node.stop();
  await world.stop();
});

let named = 0;
const newId = (): Hex => {
  named += 1;
  return keccak256(stringToHex(`flood ${named}`));
};

type Call = { account: LocalAccount; functionName: string; args: unknown[] };

/** Mines calls of the contract in one block, and returns its number. */
async function mineTogether(calls: readonly Call[]): Promise<bigint> {
  const { chain, at } = world;
  await chain.client.setAutomine(false);
  try {
    const nonces = new Map<Address, number>();
    const hashes: Hex[] = [];
    for (const { account, ...call } of calls) {
      const sender = senderOn(chain, account);
      const nonce = nonces.get(account.address) ?? (await sender.getTransactionCount(account));
      nonces.set(account.address, nonce + 1);
      const request: Record<string, unknown> = { ...at, ...call, nonce, gas: 200_000n };
      hashes.push(await sender.writeContract(request as Parameters<typeof sender.writeContract>[0]));
    }
    await chain.client.mine({ blocks: 1 });
    const receipts = await Promise.all(hashes.map((hash) => chain.client.getTransactionReceipt({ hash })));
    const blocks = new Set(receipts.map(({ blockNumber }) => blockNumber));
    if (blocks.size !== 1 || receipts.some(({ status }) => status !== 'success'))
      throw new Error('the calls did not succeed in one block');
    return receipts[0]?.blockNumber ?? 0n;
  } finally {
    await chain.client.setAutomine(true);
  }
}

const repeat = (times: number, call: (index: number) => Call): Call[] =>
  Array.from({ length: times }, (_, i) => call(i));
const mine = (blocks: number) => world.chain.client.mine({ blocks });

/** Queues a hold of the latest block: the chain's clock is ahead, because many blocks are mined. */
const hold = (card: ChainCard, amount: bigint) =>
  queueOperation(world, card, {
    ...{ kind: 'hold', id: newId(), amount },
    approvedAt: new Date(Date.now() + 120_000),
  });

/** Opens a card whose top-up has the chain's confirmations. */
async function openFunded(balance = usd(100)): Promise<ChainCard> {
  const card = await openCard(world, { balance });
  await mine(CONFIRMATIONS);
  await until(async () => (await storedAccount(world, card)).balance === balance, 'the top-up');
  return card;
}

/** Lets the contract take a user's tokens. */
async function approve(owner: LocalAccount, token = world.chain.token): Promise<void> {
  const call = { address: token, abi: erc20Abi, functionName: 'approve', args: [world.contract, usd(1_000)] };
  await callAs(world.chain, owner, call);
}

test('CARD-21 a block that users fill with events of their accounts and cards stops no other card', async () => {
  const { chain } = world;
  const [card, flooder] = [await openFunded(), await openFunded()];
  const before = node.refusals();
  const freeze = await queueOperation(world, flooder, { kind: 'freeze', id: newId(), amount: 0n });
  expect(await outcomes(world, [freeze])).toEqual(['posted']);
  await mineTogether([
    ...repeat(MOST + 5, (index) => ({
      ...{ account: flooder.owner, functionName: 'setRecovery' },
      args: [card.owner.address, 86_400 + index],
    })),
    // Ends with an active card.
    ...repeat(MOST + 5, (index) => ({
      ...{ account: flooder.owner, functionName: 'setStatus' },
      args: [flooder.number, index % 2 === 0 ? 1 : 2],
    })),
    { account: card.owner, functionName: 'requestWithdrawal', args: [chain.token, usd(40)] },
    {
      account: card.owner,
      functionName: 'setLimits',
      args: [card.number, { perDay: usd(70), perMonth: usd(80), offlinePerMonth: 0n, overCaptureBps: 0 }],
    },
  ]);
  await until(async () => (await storedAccount(world, card)).leaving === usd(40), 'the withdrawal request');
  expect(node.refusals()).toBeGreaterThan(before);
  const ids = [await hold(card, usd(60)), await hold(flooder, usd(1))];
  expect(await outcomes(world, ids)).toEqual(['posted', 'posted']);
  const cards = await world.query('select day_limit, status from cards where id = any($1) order by id = $2', [
    [card.cardId, flooder.cardId],
    flooder.cardId,
  ]);
  expect(cards).toEqual([
    { day_limit: String(usd(70)), status: 'active' },
    { day_limit: String(usd(500)), status: 'active' },
  ]);
});

test('CARD-21 money of an account whose own top-ups fill a block counts once the block has its confirmations', async () => {
  const { chain } = world;
  const [card, flooder] = [await openFunded(), await openFunded()];
  for (const { owner } of [card, flooder]) {
    await callAs(chain, demoAccount(1), {
      ...{ address: chain.token, abi: erc20Abi, functionName: 'transfer' },
      args: [owner.address, usd(100)],
    });
    await approve(owner);
  }
  await mineTogether([
    ...repeat(MOST + 5, () => ({
      account: flooder.owner,
      functionName: 'topUp',
      args: [chain.token, usd(1)],
    })),
    { account: card.owner, functionName: 'topUp', args: [chain.token, usd(7)] },
  ]);
  await until(async () => (await storedAccount(world, card)).unconfirmed === usd(7), 'an unconfirmed top-up');
  expect((await storedAccount(world, card)).balance).toBe(usd(100));
  await until(
    async () => (await storedAccount(world, flooder)).unconfirmed === usd(100 + MOST + 5),
    'unread top-ups',
  );
  expect((await storedAccount(world, flooder)).balance).toBe(0n);
  // A restart knows no more of them.
  await stopRole();
  stopRole = await startRoleHere(world, { serverRpcUrl: node.url, confirmations: CONFIRMATIONS });
  expect(await outcomes(world, [await hold(card, usd(1))])).toEqual(['posted']);
  expect((await storedAccount(world, flooder)).balance).toBe(0n);
  await mine(CONFIRMATIONS);
  await until(async () => (await storedAccount(world, flooder)).balance === usd(100 + MOST + 5), 'all money');
  await until(async () => (await storedAccount(world, card)).balance === usd(107), 'a confirmed top-up');
  expect(await entriesMatch(world, card)).toBe(usd(107));
  expect((await chainAccount(world, card)).balance).toBe(usd(107));
});

test('CARD-21 accounts of others, and of tokens that are not listed, are not read, but have entries', async () => {
  const { chain, query } = world;
  const card = await openFunded();
  const stranger = demoAccount(1);
  const own = await deployOnce(chain.client, await ownCode('DemoToken'), tokenArguments('Own'));
  await callAs(chain, stranger, {
    ...{ address: own, abi: erc20Abi, functionName: 'transfer' },
    args: [card.owner.address, usd(5)],
  });
  for (const owner of [stranger, card.owner]) await approve(owner, own);
  await mineTogether([
    { account: stranger, functionName: 'topUp', args: [own, usd(3)] },
    { account: card.owner, functionName: 'topUp', args: [own, usd(5)] },
  ]);
  const entries = () =>
    query('select owner, amount_raw from card_entries where token = $1 order by amount_raw', [own]);
  await until(async () => (await entries()).length === 2, 'two entries');
  expect(await entries()).toEqual([
    { owner: stranger.address, amount_raw: String(usd(3)) },
    { owner: card.owner.address, amount_raw: String(usd(5)) },
  ]);
  expect(await outcomes(world, [await hold(card, usd(1))])).toEqual(['posted']);
  expect(node.callsWith(own.slice(2).toLowerCase())).toBe(0);
  expect(node.callsWith(stranger.address.slice(2).toLowerCase())).toBe(0);
});

// Last, because the chain's clock is ahead afterward.
test('CARD-21 a node that lags for more blocks than usual hides no event for good', async () => {
  const { chain } = world;
  const card = await openFunded();
  node.hideLogs(true);
  await topUp(world, card.owner, usd(9));
  await mine(20);
  const head = await chain.client.getBlockNumber({ cacheTime: 0 });
  await until(async () => {
    const [row] = await world.query<{ block_number: string }>('select block_number from card_mirrors');
    return BigInt(row?.block_number ?? 0) >= head;
  }, 'the latest block');
  node.hideLogs(false);
  await chain.client.increaseTime({ seconds: 91 });
  await mine(1);
  await until(async () => (await storedAccount(world, card)).balance === usd(109), 'the top-up');
  expect(await entriesMatch(world, card)).toBe(usd(109));
});
