import fc from 'fast-check';
import type { Address } from 'viem';
import type { Pledge } from '@/lib/wallet/pledge/pledge-arithmetic';
import {
  type LivePresale,
  type PresaleRead,
  type PresaleTerms,
  vestedAt,
} from '@/lib/wallet/presale/presale-arithmetic';
import type { LivePool, PoolRead } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import {
  joinPlans,
  pledgeUnlocks,
  poolUnlocks,
  presaleUnlocks,
  unlockUid,
} from '@/lib/wallet/unlocks/plan-unlocks';

const address = (digit: string) => `0x${digit.repeat(40)}` as Address;
const place = { chainId: 7, contract: address('c') };
const token: ListedToken = { coinId: 2, symbol: 'tUSDT', decimals: 6, address: address('2') };
const NOW = 1_000_000n;

const pledge = (change: Partial<Pledge>): Pledge => ({
  ...{ id: 0n, termId: 0n, token: token.address, amount: 100n, interest: 5n, penalty: 1n },
  ...{ startedAt: 0n, maturesAt: NOW + 50n, status: 'active', ...change },
});

test('WAL-13 pledges that run are dates with amount and interest; matured ones are free, closed and unlisted ones neither', () => {
  const plan = pledgeUnlocks(
    place,
    [
      pledge({}),
      pledge({ id: 1n, maturesAt: NOW }),
      pledge({ id: 2n, status: 'redeemed' }),
      pledge({ id: 3n, token: address('9') }),
    ],
    new Map([[token.address, token]]),
    NOW,
  );
  expect(plan.unlocks).toEqual([{ ...place, kind: 'pledge', part: '0', amount: 105n, token, at: NOW + 50n }]);
  expect(plan.free).toEqual([{ ...place, kind: 'pledge', part: '1', amount: 105n, token }]);
});

const terms = { cliff: 3_600n, vesting: 86_400n } as PresaleTerms;
function live(change: Partial<PresaleRead> & Pick<LivePresale, 'stage'>, now = NOW, of = terms): LivePresale {
  const position = { contributed: 70n, bought: 1_000n, claimed: 0n, inWallet: 0n };
  const { stage, ...rest } = change;
  const read = { position, end: NOW, ...rest } as PresaleRead;
  const released = stage === 'succeeded' ? vestedAt({ bought: 1_000n, end: read.end, terms: of }, now) : 0n;
  return { read, stage, claimable: released, now, aheadMs: 0 };
}
const sale = (state: LivePresale, of = terms) =>
  presaleUnlocks(place, state, of, { ...token, symbol: 'tTIDE' }, token);

test('WAL-13 a presale’s milestones: the cliff, each quarter after it, and the end', () => {
  const { unlocks, free } = sale(live({ stage: 'succeeded' }));
  expect(unlocks.map(({ kind, at, amount }) => [kind, at - NOW, amount])).toEqual([
    ['cliff', 3_600n, 41n],
    ['vesting', 21_600n, 209n],
    ['vesting', 43_200n, 250n],
    ['vesting', 64_800n, 250n],
    ['vested', 86_400n, 250n],
  ]);
  expect(free).toEqual([]);
  const later = sale(live({ stage: 'succeeded' }, NOW + 43_200n));
  expect(later.unlocks.map(({ kind }) => kind)).toEqual(['vesting', 'vested']);
  expect(later.free).toMatchObject([{ kind: 'vested', amount: 500n, token: { symbol: 'tTIDE' } }]);
  expect(sale(live({ stage: 'succeeded' }, NOW + 86_400n)).unlocks).toEqual([]);
});

test('WAL-13 milestones lie ahead, in order, and add up to what is not released yet, whatever the terms', () => {
  const span = fc.bigInt({ min: 0n, max: 100_000_000n });
  fc.assert(
    fc.property(span, span, span, (vesting, cliff, passed) => {
      const of = { cliff: cliff % (vesting + 1n), vesting } as PresaleTerms;
      const now = NOW + passed;
      const { unlocks } = sale(live({ stage: 'succeeded' }, now, of), of);
      const left = 1_000n - vestedAt({ bought: 1_000n, end: NOW, terms: of }, now);
      expect(unlocks.reduce((sum, { amount }) => sum + amount, 0n)).toBe(left);
      expect(unlocks.every(({ at }) => at > now)).toBe(true);
      expect(unlocks.map(({ at }) => at)).toEqual(unlocks.map(({ at }) => at).sort((a, b) => Number(a - b)));
      expect(new Set(unlocks.map((unlock) => unlockUid(unlock, address('a')))).size).toBe(unlocks.length);
    }),
  );
});

test('WAL-13 an open sale promises only its end; a failed one gives the payment back', () => {
  expect(sale(live({ stage: 'open', end: NOW + 9n }))).toEqual({
    unlocks: [{ ...place, kind: 'saleEnd', part: '', at: NOW + 9n, amount: 70n, token }],
    free: [],
  });
  expect(sale(live({ stage: 'failed' }))).toEqual({
    unlocks: [],
    free: [{ ...place, kind: 'refund', part: '', amount: 70n, token }],
  });
  expect(sale(live({ stage: 'open', position: null }))).toEqual({ unlocks: [], free: [] });
});

test('WAL-13 a stake and its rewards are free; what ends is the stream', () => {
  const read = {
    endsAt: NOW + 7n,
    remaining: 5n,
    position: { staked: 9n, earned: 1n, inWallet: 0n },
  } as PoolRead;
  const pool = { read, earned: 3n, now: NOW } as LivePool;
  const plan = poolUnlocks(place, pool, token, { ...token, symbol: 'tTIDE' });
  expect(plan.unlocks).toMatchObject([{ kind: 'rewardsEnd', at: NOW + 7n, amount: 9n }]);
  expect(plan.free).toMatchObject([
    { kind: 'stake', amount: 9n },
    { kind: 'rewards', amount: 3n, token: { symbol: 'tTIDE' } },
  ]);
  expect(poolUnlocks(place, { ...pool, now: NOW + 7n }, token, token).unlocks).toEqual([]);
  const joined = joinPlans([
    plan,
    pledgeUnlocks(place, [pledge({ maturesAt: NOW + 2n })], new Map([[token.address, token]]), NOW),
  ]);
  expect(joined.unlocks.map(({ kind }) => kind)).toEqual(['pledge', 'rewardsEnd']);
});

test('WAL-13 an unlock keeps its identifier, which names nobody and is another for another account', () => {
  const [unlock] = pledgeUnlocks(place, [pledge({})], new Map([[token.address, token]]), NOW).unlocks;
  if (!unlock) throw new Error('no unlock');
  const uid = unlockUid(unlock, address('a'));
  expect(unlockUid({ ...unlock, amount: 1n }, address('a'))).toBe(uid);
  expect(unlockUid(unlock, address('b'))).not.toBe(uid);
  expect(uid).toMatch(/^[0-9a-f]{40}@tidewell$/);
});
