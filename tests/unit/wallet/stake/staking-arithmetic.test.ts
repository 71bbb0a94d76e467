import fc from 'fast-check';
import { ContractFunctionExecutionError, ContractFunctionRevertedError, encodeErrorResult } from 'viem';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { chainErrorCode } from '@/lib/evm/errors';
import { aprBps, earnedAt, followPool, type LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import { StakingModel } from '../../../support/staking-model';

const START = 1_800_000_000n;
const YEAR = 365n * 86_400n;
const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n });
const spans = fc.bigInt({ min: 0n, max: 2n * YEAR });

function poolOf(own: bigint, others: bigint, funded: bigint, duration: bigint) {
  const pool = new StakingModel(START);
  pool.stake(own);
  pool.stakeOther(others);
  pool.fund(funded, duration);
  return pool;
}

test.each([
  [80_000n, 1_000_000n, 800n],
  [79_999n, 1_000_000n, 799n],
  [1n, 3n, 3_333n],
  [0n, 5n, 0n],
  [80_000n, 0n, null],
])(
  'WAL-6 %p in rewards per year on %p staked is an APR of %p basis points',
  (rewardPerYear, totalStaked, expected) => {
    expect(aprBps({ rewardPerYear, totalStaked })).toBe(expected);
  },
);

test('WAL-6 rewards estimated between two reads match the contract within a few base units', () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      amounts,
      spans,
      spans,
      spans,
      (own, others, funded, duration, before, after) => {
        const pool = poolOf(own, others, funded, duration + 1n);
        pool.now += before;
        const read = pool.read(0);
        pool.now += after;
        const ahead = earnedAt(read, pool.now) - pool.earned();
        expect(ahead).toBeLessThanOrEqual(1n);
        // Each truncation loses at most one unit: twice in the read, and once in the rate for each year since the read.
        expect(ahead).toBeGreaterThanOrEqual(-5n);
      },
    ),
  );
});

test('WAL-6 rewards stop growing when the reward stream ends, and nothing is earned without a stake', () => {
  const pool = poolOf(10n ** 18n, 0n, 1_000n, 1_000n);
  expect(earnedAt(pool.read(0), START + 500n)).toBeLessThan(501n);
  expect(earnedAt(pool.read(0), START + 10_000n)).toBe(1_000n);
  const empty = poolOf(0n, 0n, 1_000n, 1_000n);
  expect(earnedAt(empty.read(0), START + 10_000n)).toBe(0n);
});

test('WAL-6 displayed time and rewards never go backward, regardless of when reads arrive and what others stake', () => {
  const step = fc.record({
    seconds: fc.bigInt({ min: 0n, max: 60n }),
    lateMs: fc.integer({ min: 0, max: 30_000 }),
    others: fc.option(amounts, { nil: null }),
  });
  fc.assert(
    fc.property(amounts, amounts, amounts, fc.array(step, { minLength: 1 }), (own, others, funded, steps) => {
      const pool = poolOf(own, others, funded, YEAR);
      let live: LivePool | null = null;
      let localMs = 5_000;
      for (const { seconds, lateMs, others: more } of steps) {
        pool.now += seconds;
        if (more !== null) pool.stakeOther(more);
        localMs += Number(seconds) * 1_000 + lateMs;
        const next: LivePool = followPool(live, pool.read(localMs - lateMs), null, localMs);
        if (live) {
          expect(next.now).toBeGreaterThanOrEqual(live.now);
          expect(next.earned).toBeGreaterThanOrEqual(live.earned);
        }
        live = next;
      }
    }),
  );
});

test('WAL-6 rewards keep growing while no block is mined', () => {
  const pool = poolOf(10n ** 18n, 0n, 10n ** 18n, 10n ** 6n);
  const first = followPool(null, pool.read(1_000), null, 1_000);
  const later = followPool(first, pool.read(13_000), null, 13_000);
  expect(first.now).toBe(START);
  expect(later.now).toBe(START + 12n);
  expect(later.earned).toBe(earnedAt(pool.read(0), START + 12n));
});

test('WAL-6 paid rewards are no longer shown, also right after a claim in this browser', () => {
  const pool = poolOf(10n ** 18n, 0n, 10n ** 18n, 10n ** 6n);
  pool.now += 50n;
  const before = followPool(null, pool.read(0), null, 10_000);
  pool.now += 10n;
  pool.claim();
  expect(followPool(before, pool.read(10_000), null, 10_000).earned).toBe(0n);

  const atStake = poolOf(10n ** 18n, 0n, 10n ** 18n, 10n ** 6n);
  const shown = followPool(null, atStake.read(0), null, 10_000);
  expect(shown.earned).toBeGreaterThan(0n);
  atStake.now += 10n;
  atStake.claim();
  expect(followPool(shown, atStake.read(10_000), '0xclaim', 10_000).earned).toBe(0n);
});

const address = '0x00000000000000000000000000000000000000aa';
const abi = stakingPoolAbi;
const failures = [
  [encodeErrorResult({ abi, errorName: 'EnforcedPause' }), 'paused'],
  [encodeErrorResult({ abi, errorName: 'ZeroAmount' }), 'zeroAmount'],
  [encodeErrorResult({ abi, errorName: 'InsufficientStake', args: [1n, 2n] }), 'insufficientStake'],
  [encodeErrorResult({ abi, errorName: 'PermitRefused', args: [address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'ERC2612InvalidSigner', args: [address, address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'ERC2612ExpiredSignature', args: [1n] }), 'permitExpired'],
  [encodeErrorResult({ abi, errorName: 'SafeERC20FailedOperation', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'UnexpectedDebit', args: [address, 1n, 2n] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'NotAToken', args: [address] }), 'tokenRefused'],
  [
    encodeErrorResult({ abi, errorName: 'ERC20InsufficientBalance', args: [address, 1n, 2n] }),
    'insufficientBalance',
  ],
  [
    encodeErrorResult({ abi, errorName: 'ERC20InsufficientAllowance', args: [address, 1n, 2n] }),
    'insufficientAllowance',
  ],
  [encodeErrorResult({ abi, errorName: 'ReentrancyGuardReentrantCall' }), 'reverted'],
] as const;

test.each(failures)(
  'WAL-6 WAL-9 a refusal of the staking pool (%s) has its own message: %s',
  (data, code) => {
    const refusal = new ContractFunctionRevertedError({ abi, data, functionName: 'stake' });
    const error = new ContractFunctionExecutionError(refusal, { abi, functionName: 'stake', args: [1n] });
    expect(chainErrorCode(error)).toBe(code);
  },
);
