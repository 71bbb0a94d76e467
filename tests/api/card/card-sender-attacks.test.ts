import { encodeAbiParameters, type Hex, keccak256, parseAbiParameters, parseEther, stringToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { senderOn } from '../../support/api-deposit';
import {
  type CardChain,
  callAs,
  chainAccount,
  entriesMatch,
  openCard,
  outcomes,
  purchase,
  queueOperation,
  startCardChain,
  startRoleHere,
  storedAccount,
  usd,
} from '../../support/card-chain';
import { startGateNode } from '../../support/faulty-nodes';
import { until } from '../../support/until';

/** Events that the node returns per request, and more than that in one block. */
const MOST_LOGS = 20;
const CANCELED_NONCES = 30;
/** More than the sender looks through at once. */
const LONG_QUEUE = 2_500;
const DAY_S = 24 * 60 * 60;
/** Delay of withdrawals from the contract that replaces the first one. */
const OTHER_DELAY_S = 700;

let world: CardChain;
let stopRole = async () => {};
const gates: Awaited<ReturnType<typeof startGateNode>>[] = [];

beforeAll(async () => {
  world = await startCardChain({
    endpointOf: async (rpcUrl) => {
      const gate = await startGateNode(rpcUrl, MOST_LOGS);
      gates.push(gate);
      return gate.url;
    },
  });
  stopRole = await startRoleHere(world);
});
afterAll(async () => {
  await stopRole();
  await world?.stop();
  await Promise.all(gates.map((gate) => gate.stop()));
});

let named = 0;
const newId = (): Hex => {
  named += 1;
  return keccak256(stringToHex(`attack ${named}`));
};
const stateOf = async (id: number) =>
  (await world.query<{ state: string }>('select state from card_operations where id = $1', [id]))[0]?.state;

test('CARD-21 a block full of canceled nonces, more than the node returns, doesn’t stop the role', async () => {
  const { chain, at } = world;
  const card = await openCard(world);
  const attacker = privateKeyToAccount(generatePrivateKey());
  await chain.client.setBalance({ address: attacker.address, value: parseEther('1') });
  const nonce = await chain.client.getTransactionCount({ address: attacker.address });
  await chain.client.setAutomine(false);
  const hashes: Hex[] = [];
  for (let index = 0; index < CANCELED_NONCES; index += 1)
    hashes.push(
      await senderOn(chain, attacker).writeContract({
        ...{ ...at, functionName: 'cancelNonce', args: [BigInt(index)] },
        ...{ nonce: nonce + index, gas: 100_000n },
      }),
    );
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  const receipts = await Promise.all(hashes.map((hash) => chain.client.getTransactionReceipt({ hash })));
  expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1);
  const hold = await queueOperation(world, card, { kind: 'hold', id: newId(), amount: usd(5) });
  expect(await outcomes(world, [hold])).toEqual(['posted']);
});

test('CARD-20 a long queue of one card doesn’t delay the holds of others', async () => {
  const [busy, other] = [await openCard(world), await openCard(world)];
  await stopRole();
  await world.query(
    `insert into card_operations (kind, chain_id, card_id, chain_card, hold_id, amount_raw)
      select 'release', $1, $2, $3, '0x' || lpad(to_hex(n), 64, '0'), 1 from generate_series(1, ${LONG_QUEUE}) n`,
    [world.chain.id, busy.cardId, busy.number],
  );
  const hold = await queueOperation(world, other, { kind: 'hold', id: newId(), amount: usd(5) });
  stopRole = await startRoleHere(world);
  expect(await outcomes(world, [hold])).toEqual(['posted']);
  const queued = `from card_operations where card_id = $1 and state = 'queued'`;
  const [left] = await world.query<{ count: number }>(`select count(*)::int as count ${queued}`, [
    busy.cardId,
  ]);
  expect(left?.count).toBeGreaterThan(0);
  await world.query(`delete from card_operations where card_id = $1 and state = 'queued'`, [busy.cardId]);
});

test('CARD-20 after the contract was replaced, operations of cards of the earlier one aren’t sent to it', async () => {
  const { chain, query } = world;
  const card = await openCard(world);
  await until(async () => (await storedAccount(world, card)).balance === usd(1000), 'the top-up');
  await stopRole();
  const args = encodeAbiParameters(parseAbiParameters('address, address, uint40'), [
    chain.client.account.address,
    world.operator.address,
    OTHER_DELAY_S,
  ]);
  const address = await deployOnce(chain.client, await ownCode('CardAccount'), args);
  const list = (contract: Hex) =>
    query(`update contracts set address = $1 where chain_id = $2 and name = 'card_contract'`, [
      contract,
      chain.id,
    ]);
  const [earlier, replaced] = [world, { ...world, contract: address, at: { ...world.at, address } }];
  const waiting = await queueOperation(world, card, { kind: 'hold', id: newId(), amount: usd(9) });
  await list(address);
  stopRole = await startRoleHere(world);
  // It has the number of an earlier card.
  const own = await openCard(replaced);
  const hold = await queueOperation(replaced, own, { kind: 'hold', id: newId(), amount: usd(5) });
  expect(await outcomes(replaced, [hold])).toEqual(['posted']);
  expect((await chainAccount(replaced, own)).held).toBe(usd(5));
  expect(await stateOf(waiting)).toBe('queued');
  expect(await purchase(world, card, 100n)).toMatchObject({ reason: 'chain_unavailable' });
  await stopRole();
  await list(earlier.contract);
  stopRole = await startRoleHere(world);
  expect(await outcomes(world, [waiting])).toEqual(['posted']);
  expect((await chainAccount(world, card)).held).toBe(usd(9));
});

// Last, because the chain's clock is ahead afterward.
test('CARD-21 a recovery declines purchases once it is ready, and moves what no hold reserves', async () => {
  const { chain, at, query } = world;
  const card = await openCard(world, { balance: usd(100) });
  const hold = await queueOperation(world, card, { kind: 'hold', id: newId(), amount: usd(30) });
  expect(await outcomes(world, [hold])).toEqual(['posted']);
  const heir = privateKeyToAccount(generatePrivateKey());
  await chain.client.setBalance({ address: heir.address, value: parseEther('1') });
  await callAs(chain, card.owner, { ...at, functionName: 'setRecovery', args: [heir.address, DAY_S] });
  await callAs(chain, heir, { ...at, functionName: 'requestRecovery', args: [card.owner.address] });
  const readyAt = await until(async () => {
    const [row] = await query<{ at: Date | null }>(
      'select recovery_ready_at as at from card_accounts where id = $1',
      [card.accountId],
    );
    return row?.at;
  }, 'a requested recovery');
  expect(await purchase(world, card, 100n)).toMatchObject({ isApproved: true });
  expect(await purchase(world, card, 100n, readyAt)).toMatchObject({ reason: 'account_recovering' });
  await until(async () => (await storedAccount(world, card)).held === usd(31), 'the hold of the purchase');
  const grace = await chain.client.readContract({ ...at, functionName: 'GRACE' });
  await chain.client.increaseTime({ seconds: DAY_S + grace + 1 });
  await callAs(chain, heir, { ...at, functionName: 'recover', args: [card.owner.address, chain.token] });
  await until(async () => (await storedAccount(world, card)).balance === usd(31), 'a recovery');
  expect(await entriesMatch(world, card)).toBe(usd(31));
  expect(await entriesMatch(world, { ...card, owner: heir })).toBe(usd(69));
});
