import fc from 'fast-check';
import {
  type Address,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionData,
  getAddress,
  pad,
  zeroAddress,
} from 'viem';
import { presalePlan } from '@/components/wallet/presale/presale-plan';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { chainErrorCode } from '@/lib/evm/errors';
import { shareOf } from '@/lib/format/percent';
import {
  followPresale,
  nextRelease,
  type PresaleRead,
  type PresaleTerms,
  paymentLimit,
  stageAt,
  tokensBought,
  vestedAt,
} from '@/lib/wallet/presale/presale-arithmetic';
import type { ContractCall } from '@/lib/wallet/transactions/transaction-plan';

const END = 1_800_000_000n;
const DAY = 86_400n;
const terms: PresaleTerms = {
  saleToken: '0x00000000000000000000000000000000000000cc',
  paymentToken: '0x00000000000000000000000000000000000000dd',
  price: 50_000n,
  softCap: 5_000n,
  hardCap: 250_000n,
  walletCap: 25_000n,
  cliff: 7n * DAY,
  vesting: 90n * DAY,
  inventory: 5n * 10n ** 18n,
  saleUnit: 10n ** 18n,
};
const read: PresaleRead = {
  stage: 'open',
  start: END - 30n * DAY,
  end: END,
  raised: 4_999n,
  isPaused: false,
  position: { contributed: 100n, bought: 2n * 10n ** 15n, claimed: 0n, inWallet: 0n },
  at: END - 10n,
  receivedAt: 0,
};

test.each([
  [{ stage: 'upcoming' }, END - 31n * DAY, 'upcoming'],
  [{ stage: 'upcoming' }, END - 30n * DAY, 'open'],
  [{}, END - 1n, 'open'],
  [{}, END, 'closing'],
  [{ at: END + 59n }, END + 59n, 'closing'],
  [{ at: END + 60n }, END + 60n, 'failed'],
  [{ raised: 5_000n }, END, 'succeeded'],
  [{ stage: 'failed' }, END + DAY, 'failed'],
  [{ stage: 'succeeded', raised: 5_000n }, END + DAY, 'succeeded'],
  [{ stage: 'unscheduled', start: 0n, end: 0n }, END, 'unscheduled'],
] as const)(
  'WAL-7 a read with %p at %p has stage %s; below the soft cap the result waits for the last blocks',
  (change, now, stage) => {
    expect(stageAt({ ...read, ...change }, terms, now)).toBe(stage);
  },
);

test.each([
  [1_000n, {}, { most: 1_000n, by: 'wallet' }],
  [99_999n, {}, { most: 24_900n, by: 'walletCap' }],
  [99_999n, { raised: 249_000n }, { most: 1_000n, by: 'hardCap' }],
  [0n, { raised: 250_000n }, { most: 0n, by: 'hardCap' }],
  [24_900n, {}, { most: 24_900n, by: 'walletCap' }],
  // If both caps leave the same amount, the contract reports the wallet cap.
  [99_999n, { raised: 225_100n }, { most: 24_900n, by: 'walletCap' }],
] as const)(
  'WAL-7 with %p spendable and a read with %p, a payment is limited to %p',
  (spendable, change, limit) => {
    expect(paymentLimit({ ...read, ...change }, terms, spendable)).toEqual(limit);
  },
);

test('WAL-7 NUM-1 many small payments buy exactly as much as one payment of their sum', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 24n });
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 8 }), (price, payments) => {
      let [paid, bought] = [0n, 0n];
      for (const payment of payments) {
        bought += tokensBought({ price, saleUnit: 10n ** 18n }, paid, payment);
        paid += payment;
      }
      expect(bought).toBe((paid * 10n ** 18n) / price);
    }),
  );
});

test('WAL-7 vesting never shrinks, starts at the cliff, and matches each announced release up to the total', () => {
  const span = fc.bigInt({ min: 0n, max: 4n * 365n * DAY });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), span, span, span, (bought, a, b, late) => {
      const [cliff, vesting] = a < b ? [a, b] : [b, a];
      const vested = { bought, end: END, terms: { cliff, vesting } };
      expect(vestedAt(vested, END - 1n)).toBe(0n);
      expect(vestedAt(vested, END + cliff - 1n)).toBe(0n);
      expect(vestedAt(vested, END + vesting)).toBe(bought);
      expect(vestedAt(vested, END + late + 1n)).toBeGreaterThanOrEqual(vestedAt(vested, END + late));
      const now = END + late;
      const next = nextRelease(vested, now);
      if (late >= vesting) expect(next).toBeNull();
      else {
        expect(next?.at).toBeGreaterThan(now);
        expect(next?.at).toBeLessThanOrEqual(END + vesting);
        expect(vestedAt(vested, now) + (next?.amount ?? 0n)).toBe(vestedAt(vested, next?.at ?? 0n));
      }
    }),
  );
});

test('WAL-7 the claimable amount grows with chain time between reads, and a late read does not reduce it', () => {
  const succeeded: PresaleRead = { ...read, stage: 'succeeded', raised: 5_000n, at: END + 10n * DAY };
  const first = followPresale(null, succeeded, terms, 0);
  const bought = read.position?.bought ?? 0n;
  expect(first.claimable).toBe(bought / 9n);
  const later = followPresale(first, succeeded, terms, 86_400_000);
  expect(later.claimable).toBe((bought * 11n) / 90n);
  // This read returns an earlier block and arrives late.
  const late = { ...succeeded, at: succeeded.at + 60n, receivedAt: 86_400_000 };
  expect(followPresale(later, late, terms, 86_400_000).claimable).toBe(later.claimable);
  const claimed = {
    ...late,
    position: { contributed: 100n, bought, claimed: later.claimable, inWallet: 0n },
  };
  expect(followPresale(later, claimed, terms, 86_400_000).claimable).toBe(0n);
});

test('WAL-7 a progress bar’s share is truncated and stays between 0 and 1 for any magnitude', () => {
  expect(shareOf(1n, 3n)).toBe(0.333333);
  expect(shareOf(10n ** 30n, 4n * 10n ** 30n)).toBe(0.25);
  expect(shareOf(-5n, 3n)).toBe(0);
  expect(shareOf(5n, 3n)).toBe(1);
  expect(shareOf(5n, 0n)).toBe(0);
});

const address = '0x00000000000000000000000000000000000000aa';
const abi = presaleAbi;
const failures = [
  [encodeErrorResult({ abi, errorName: 'WrongStage', args: [4] }), 'wrongStage'],
  [encodeErrorResult({ abi, errorName: 'AboveHardCap', args: [2n, 1n] }), 'aboveHardCap'],
  [encodeErrorResult({ abi, errorName: 'AboveWalletCap', args: [2n, 1n] }), 'aboveWalletCap'],
  [encodeErrorResult({ abi, errorName: 'NativeNotAccepted' }), 'nativeNotAccepted'],
  [encodeErrorResult({ abi, errorName: 'EnforcedPause' }), 'paused'],
  [encodeErrorResult({ abi, errorName: 'ZeroAmount' }), 'zeroAmount'],
  [encodeErrorResult({ abi, errorName: 'NotAToken', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'UnexpectedDebit', args: [address, 1n, 2n] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'SafeERC20FailedOperation', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'PermitRefused', args: [address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'InvalidRecipient', args: [address] }), 'recipientInvalid'],
  [encodeErrorResult({ abi, errorName: 'FailedCall' }), 'recipientRefused'],
  [encodeErrorResult({ abi, errorName: 'ReentrancyGuardReentrantCall' }), 'reverted'],
] as const;

test.each(failures)('WAL-7 WAL-9 a refusal of the presale (%s) has its own message: %s', (data, code) => {
  const refusal = new ContractFunctionRevertedError({ abi, data, functionName: 'contribute' });
  const error = new ContractFunctionExecutionError(refusal, { abi, functionName: 'contribute', args: [1n] });
  expect(chainErrorCode(error)).toBe(code);
});

const presale: Address = '0x00000000000000000000000000000000000000aa';
const account = getAddress('0x00000000000000000000000000000000000000bb');
const token: Address = '0x00000000000000000000000000000000000000cc';
const order = { chainId: 901, presale, account, amount: 7n } as const;
const listed = { coinId: 2, symbol: 'USDT', decimals: 6, address: token };
const native = { coinId: 1, symbol: 'ETH', decimals: 18, address: zeroAddress };
/** Decodes a call as the contract would. */
const readPlan = (call: ContractCall | undefined) =>
  call && decodeFunctionData({ abi: presaleAbi, data: encodeFunctionData(call) });

test('WAL-7 a token contribution spends exactly its amount, by permit if the token supports it', () => {
  const { call, spending, intent } = presalePlan({ ...order, action: 'contribute', token: listed });
  expect(readPlan(call)).toEqual({ functionName: 'contribute', args: [7n] });
  expect(call.value).toBeUndefined();
  expect(spending).toMatchObject({ token, amount: 7n });
  const [r, s] = [pad('0x1'), pad('0x2')];
  expect(readPlan(spending?.permitted?.({ deadline: 9n, v: 27, r, s }))).toEqual({
    functionName: 'contributeWithPermit',
    args: [7n, 9n, 27, r, s],
  });
  expect(intent).toEqual({ kind: 'contribute', coinId: 2, amountRaw: '7', decimals: 6, symbol: 'USDT' });
});

test('WAL-7 WAL-13 a contribution knows when its sale ends, whatever it is paid in', () => {
  for (const token of [listed, native])
    expect(presalePlan({ ...order, action: 'contribute', token, endsAt: 9n }).intent.unlocksAt).toBe(9);
  expect(
    presalePlan({ ...order, action: 'refund', token: native, endsAt: 9n }).intent.unlocksAt,
  ).toBeUndefined();
});

test('WAL-7 native currency is sent with the call, without an approval', () => {
  const { call, spending } = presalePlan({ ...order, action: 'contribute', token: native });
  expect(readPlan(call)).toEqual({ functionName: 'contributeNative' });
  expect([call.value, spending]).toEqual([7n, undefined]);
});

test('WAL-7 a claim and a refund go to the account itself', () => {
  const claim = presalePlan({ ...order, action: 'claimVested', token: listed });
  expect([readPlan(claim.call), claim.spending]).toEqual([
    { functionName: 'claim', args: [account] },
    undefined,
  ]);
  const refund = presalePlan({ ...order, action: 'refund', token: native });
  expect(readPlan(refund.call)).toEqual({ functionName: 'refund', args: [account] });
  expect(refund.call.value).toBeUndefined();
});
