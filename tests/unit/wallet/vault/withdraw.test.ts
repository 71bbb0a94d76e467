import fc from 'fast-check';
import {
  BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  encodeErrorResult,
  getAddress,
  parseAbi,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { isContractCode } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { isSettled } from '@/lib/wallet/transactions/ledger-entry';
import { isIntent } from '@/lib/wallet/transactions/stored-entry';
import { leastAmount, limitProblem, mostAmount, withdrawalFee } from '@/lib/wallet/vault/withdrawal-terms';

const own = getAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
const vault = getAddress('0x00000000000000000000000000000000000000aa');

test('WAL-4 an address with code is a contract, unless the code is an EIP-7702 delegation', () => {
  expect([null, undefined, '0x' as const].map(isContractCode)).toEqual([false, false, false]);
  expect(isContractCode('0x6000')).toBe(true);
  expect(isContractCode(`0xef0100${'ab'.repeat(20)}`)).toBe(false);
  expect(isContractCode(`0xef0100${'ab'.repeat(21)}`)).toBe(true);
});

test.each([
  [250_123_457n, { feeBps: 10, flatFee: 500_000n }, 750_123n],
  // The fee is limited to one percent, and this limit is truncated as well.
  [10_000_099n, { feeBps: 10, flatFee: 500_000n }, 100_000n],
  [99n, { feeBps: 100, flatFee: 1n }, 0n],
  [10n ** 30n + 1n, { feeBps: 25, flatFee: 0n }, 25n * 10n ** 26n],
  [1n, { feeBps: 0, flatFee: 0n }, 0n],
] as const)('WAL-4 NUM-1 the fee on %s is truncated as in the vault', (amount, terms, fee) => {
  expect(withdrawalFee(amount, { ...terms, maxFeeBps: 100n })).toBe(fee);
});

test('WAL-4 a fee never exceeds the cap or takes the whole amount', () => {
  const uint128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
  fc.assert(
    fc.property(uint128, fc.integer({ min: 0, max: 100 }), uint128, (rest, feeBps, flatFee) => {
      const amount = rest + 1n;
      const fee = withdrawalFee(amount, { feeBps, flatFee, maxFeeBps: 100n });
      expect(fee * 100n <= amount && amount - fee > 0n).toBe(true);
    }),
  );
});

const shares = { maxMinimumBps: 1_000n, minMaximumBps: 1_000n };

test.each([
  [101n, 'tooMuch'],
  [100n, null],
  [90n, null],
  [89n, 'aboveMaximum'],
  [50n, null],
  [10n, null],
  [9n, 'belowMinimum'],
] as const)(
  'WAL-4 with 100 in the vault and limits of 10 to 50, the problem with %s is %s',
  (amount, problem) => {
    expect(limitProblem(amount, 100n, { minAmount: 10n, maxAmount: 50n, ...shares })).toBe(problem);
  },
);

test('WAL-4 a maximum of zero means no limit, and a balance below the minimum can be withdrawn in full', () => {
  expect(limitProblem(99n, 100n, { minAmount: 10n, maxAmount: 0n, ...shares })).toBeNull();
  expect(limitProblem(3n, 3n, { minAmount: 10n, maxAmount: 50n, ...shares })).toBeNull();
});

test('WAL-4 the maximum is at least a tenth of the balance, truncated as in the vault', () => {
  const terms = { minAmount: 0n, maxAmount: 2n, ...shares };
  expect([99n, 29n, 9n].map((balance) => mostAmount(balance, terms))).toEqual([9n, 2n, 2n]);
  expect(limitProblem(10n, 99n, terms)).toBe('aboveMaximum');
  expect(limitProblem(9n, 99n, terms)).toBeNull();
  expect(mostAmount(99n, { ...terms, maxAmount: 0n })).toBe(0n);
});

test('WAL-4 the minimum is at most a tenth of the balance, truncated as in the vault', () => {
  const terms = { minAmount: 10n, maxAmount: 0n, ...shares };
  expect([200n, 100n, 99n, 29n, 9n].map((balance) => leastAmount(balance, terms))).toEqual([
    10n,
    10n,
    9n,
    2n,
    0n,
  ]);
  expect(limitProblem(1n, 29n, terms)).toBe('belowMinimum');
  expect(limitProblem(2n, 29n, terms)).toBeNull();
});

test.each([
  ['ZeroAmount', [], 'zeroAmount'],
  ['InsufficientVaultBalance', [own, 1n, 2n], 'vaultTooSmall'],
  ['NonceUsed', [], 'nonceUsed'],
  ['BalanceOverflow', [], 'balanceOverflow'],
  ['BelowMinimum', [1n, 2n], 'belowMinimum'],
  ['AboveMaximum', [2n, 1n], 'aboveMaximum'],
  ['FeeAboveAgreed', [2n, 1n], 'feeChanged'],
  ['InvalidRecipient', [vault], 'recipientInvalid'],
  ['ERC20InvalidReceiver', [vault], 'recipientInvalid'],
  ['FailedCall', [], 'recipientRefused'],
  ['SafeERC20FailedOperation', [own], 'tokenRefused'],
  ['UnexpectedDebit', [own, 1n, 2n], 'tokenRefused'],
] as const)('WAL-9 the vault’s %s has its own message', (errorName, args, code) => {
  const data = encodeErrorResult({ abi: vaultAbi, errorName, args } as Parameters<
    typeof encodeErrorResult
  >[0]);
  const cause = new ContractFunctionRevertedError({ abi: vaultAbi, data, functionName: 'withdraw' });
  expect(chainErrorCode(new BaseError('simulation', { cause }))).toBe(code);
});

/** Returns the error of a call that reverted, as wagmi throws it. */
function reverted(functionName: string, reason: { errorName: 'EnforcedPause' } | { text: string }) {
  const data =
    'text' in reason
      ? encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [reason.text] })
      : encodeErrorResult({ abi: vaultAbi, ...reason });
  const cause = new ContractFunctionRevertedError({ abi: vaultAbi, data, functionName });
  return new ContractFunctionExecutionError(cause, { abi: [], functionName });
}

test.each([
  ['deposit', 'paused'],
  ['withdraw', 'tokenPaused'],
  ['redeem', 'tokenPaused'],
  ['transfer', 'tokenPaused'],
])('WAL-9 a pause during %s is %s, because payouts of the platform can’t be paused', (functionName, code) => {
  expect(chainErrorCode(reverted(functionName, { errorName: 'EnforcedPause' }))).toBe(code);
});

test.each([
  ['Pausable: paused', 'tokenPaused'],
  ['ERC20Pausable: token transfer while paused', 'tokenPaused'],
  ['Blacklistable: account is blacklisted', 'accountBlocked'],
  ['ERC20: account is on the block-list', 'accountBlocked'],
  ['Account is frozen', 'accountBlocked'],
  ['unblocked', 'reverted'],
  ['', 'reverted'],
])('WAL-9 a token that reverts with %j is %s', (text, code) => {
  expect(chainErrorCode(reverted('transfer', { text }))).toBe(code);
});

test('WAL-9 a withdrawal is settled once confirmed, a deposit once credited', () => {
  expect(isSettled({ kind: 'withdraw', status: 'pending' })).toBe(false);
  expect(isSettled({ kind: 'withdraw', status: 'confirmed' })).toBe(true);
  expect(isSettled({ kind: 'deposit', status: 'confirmed' })).toBe(false);
  expect(isSettled({ kind: 'deposit', status: 'verified' })).toBe(true);
  expect(isSettled({ kind: 'deposit', status: 'failed' })).toBe(true);
});

test('WAL-9 a stored withdrawal is accepted only with valid addresses and amounts', () => {
  const intent = { kind: 'withdraw', coinId: 1, amountRaw: '5', decimals: 6, symbol: 'tUSDT' };
  expect(isIntent({ ...intent, vault, recipient: own, feeRaw: '1' })).toBe(true);
  expect(isIntent({ ...intent, recipient: 'javascript:alert(1)' })).toBe(false);
  expect(isIntent({ ...intent, feeRaw: '-1' })).toBe(false);
  expect(isIntent({ ...intent, kind: 'steal' })).toBe(false);
});
