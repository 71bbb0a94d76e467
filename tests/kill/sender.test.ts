import { parseEther } from 'viem';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../support/api-backend';
import { depositNative } from '../support/api-deposit';
import { tokenOf } from '../support/api-sign-in';
import {
  executedOn,
  offersTransfers,
  queueTransfer,
  signTransfer,
  vaultBalanceOf,
} from '../support/api-transfers';
import { queryDatabase, UNLIMITED } from '../support/plain-chains';
import { relayerKeys, type SenderProcess, startRelayer } from '../support/relayer';
import { until } from '../support/until';

const KILLS = 20;
/** Transfers that are accepted between two kills, and how many at once. */
const BETWEEN = 60;
const AT_ONCE = 10;

const alice = demoAccount(1);
const bob = demoAccount(2);
let backend: Backend;
const relayers: SenderProcess[] = [];

beforeAll(async () => {
  backend = await startBackend({
    env: {
      RATE_LIMITS: UNLIMITED,
      RELAYER_DAILY_TRANSFERS: '1000000',
      RELAYER_DAILY_BUDGETS: '31337=50',
    },
  });
});
afterAll(async () => {
  await Promise.all(relayers.map((relayer) => relayer.stop()));
  await backend.stop();
});

test(
  `FREE-6 no transfer is lost or doubled when the active one of two relayers is killed ${KILLS} times`,
  async () => {
    const [chain] = backend.chains;
    await depositNative(chain, alice, parseEther('10'));
    const token = await tokenOf(alice);
    const keys = await relayerKeys(backend.dir, [chain]);
    relayers.push(await startRelayer(keys), await startRelayer(keys));
    await offersTransfers(chain, token, bob.address);
    const ids: string[] = [];
    const startedAt = performance.now();
    for (let kill = 0; kill <= KILLS; kill += 1) {
      for (let sent = 0; sent < BETWEEN; sent += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            const signed = await signTransfer(chain, alice, { to: bob.address, amount: 1n });
            ids.push((await queueTransfer(chain, token, signed)).id);
          }),
        );
      if (kill === KILLS) break;
      // Alternates, so that the one that took over is killed next, at any point of its work.
      await relayers[kill % 2]?.kill();
      relayers[kill % 2] = await startRelayer(keys);
    }
    const counts = () =>
      queryDatabase<{ state: string; count: number }>(
        backend,
        'select state, count(*)::int as count from transfers group by state',
      );
    await until(async () => {
      const [only, ...others] = await counts();
      return only?.state === 'confirmed' && only.count === ids.length && others.length === 0;
    }, 'the last confirmation');
    const seconds = (performance.now() - startedAt) / 1_000;
    console.info(`${ids.length} transfers in ${seconds.toFixed(0)} s, with ${KILLS} kills`);

    expect(await vaultBalanceOf(chain, bob.address)).toBe(BigInt(ids.length));
    expect((await executedOn(chain)).sort()).toEqual([...ids].sort());
    const rows = await queryDatabase<{ nonce: string }>(backend, 'select nonce from outbox order by nonce');
    expect(rows.map(({ nonce }) => Number(nonce))).toEqual(rows.map((_, index) => index));
  },
  KILLS * 60_000,
);
