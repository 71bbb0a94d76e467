import fc from 'fast-check';
import { ContractFunctionExecutionError, ContractFunctionRevertedError, encodeErrorResult } from 'viem';
import { readPledgeTerm } from '@/components/wallet/pledge/pledge-plan';
import { readChainId } from '@/lib/browser/page-params';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { chainErrorCode } from '@/lib/evm/errors';
import { followClock } from '@/lib/wallet/networks/chain-clock';
import {
  isMatured,
  mostCovered,
  type Pledge,
  type PledgeTerm,
  pledgeFigures,
  pledgeProgress,
} from '@/lib/wallet/pledge/pledge-arithmetic';

const TOKEN = '0x00000000000000000000000000000000000000aa';
const term = (rateBps: number, penaltyBps = 0): PledgeTerm => ({
  id: 0n,
  token: TOKEN,
  duration: 30 * 86_400,
  rateBps,
  penaltyBps,
  isOpen: true,
});
const pledge: Pledge = {
  id: 7n,
  termId: 0n,
  token: TOKEN,
  amount: 100n,
  interest: 1n,
  penalty: 2n,
  startedAt: 1_000n,
  maturesAt: 2_000n,
  status: 'active',
};

test.each([
  [1_000_000_001n, 100, 200, 10_000_000n, 20_000_001n],
  [99n, 100, 100, 0n, 1n],
  [10n ** 30n + 9_999n, 1, 1, 10n ** 26n, 10n ** 26n + 1n],
  [5n, 0, 0, 0n, 0n],
])(
  'WAL-8 NUM-1 interest on %s is rounded down and the penalty up, as in the contract',
  (amount, rate, cost, interest, penalty) => {
    expect(pledgeFigures(amount, term(rate, cost))).toEqual({ interest, penalty });
  },
);

test('WAL-8 a reserve covers its maximum pledge, but not one base unit more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (reserve, rate) => {
        const most = mostCovered(reserve, term(rate)) ?? -1n;
        expect(pledgeFigures(most, term(rate)).interest).toBeLessThanOrEqual(reserve);
        expect(pledgeFigures(most + 1n, term(rate)).interest).toBeGreaterThan(reserve);
      },
    ),
  );
  expect(mostCovered(0n, term(0))).toBeNull();
});

test('WAL-8 a pledge matures exactly at the contract’s time, and its progress stays between 0 and 1', () => {
  expect([999n, 1_000n, 1_250n, 1_999n, 2_000n, 9_000n].map((now) => pledgeProgress(pledge, now))).toEqual([
    0, 0, 0.25, 0.999, 1, 1,
  ]);
  expect([1_999n, 2_000n].map((now) => isMatured(pledge, now))).toEqual([false, true]);
});

test("WAL-8 the countdown follows the chain's clock and never goes backward", () => {
  const first = followClock(null, { at: 50_000n, receivedAt: 1_000 }, 1_000);
  expect(first.now).toBe(50_000n);
  // A block that arrives late has an old timestamp.
  const late = followClock(first, { at: 50_001n, receivedAt: 11_000 }, 11_000);
  expect(late.now).toBe(50_010n);
  expect(followClock(late, { at: 60_000n, receivedAt: 12_000 }, 12_000).now).toBe(60_000n);
});

test.each([
  ['', null, null],
  ['chain=31338&term=2', 31338, 2n],
  ['chain=-1&term=1e3', null, null],
  ['chain=9999999999999999&term=', null, null],
])('WAL-8 search params %j select network %s and term %s', (query, chainId, termId) => {
  const params = new URLSearchParams(query);
  expect({ chainId: readChainId(params), termId: readPledgeTerm(params) }).toEqual({ chainId, termId });
});

const address = '0x00000000000000000000000000000000000000aa';
const abi = pledgeAbi;
const failures = [
  [encodeErrorResult({ abi, errorName: 'UnknownTerm', args: [9n] }), 'termClosed'],
  [encodeErrorResult({ abi, errorName: 'TermClosed', args: [1n] }), 'termClosed'],
  [encodeErrorResult({ abi, errorName: 'InsufficientReserve', args: [address, 1n, 2n] }), 'reserveTooSmall'],
  [encodeErrorResult({ abi, errorName: 'NotYourPosition', args: [1n, address] }), 'notYourPledge'],
  [encodeErrorResult({ abi, errorName: 'PositionClosed', args: [1n] }), 'pledgeClosed'],
  [encodeErrorResult({ abi, errorName: 'NotMatured', args: [1n, 2n] }), 'notMatured'],
  [encodeErrorResult({ abi, errorName: 'AlreadyMatured', args: [1n, 2n] }), 'alreadyMatured'],
  [encodeErrorResult({ abi, errorName: 'EnforcedPause' }), 'paused'],
  [encodeErrorResult({ abi, errorName: 'ZeroAmount' }), 'zeroAmount'],
  [encodeErrorResult({ abi, errorName: 'NotAToken', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'PermitRefused', args: [address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'ERC2612ExpiredSignature', args: [1n] }), 'permitExpired'],
  [encodeErrorResult({ abi, errorName: 'SafeERC20FailedOperation', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'UnexpectedDebit', args: [address, 1n, 2n] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'InvalidRecipient', args: [address] }), 'recipientInvalid'],
  [encodeErrorResult({ abi, errorName: 'ReentrancyGuardReentrantCall' }), 'reverted'],
] as const;

test.each(failures)(
  'WAL-8 WAL-9 a refusal of the pledge contract (%s) has its own message: %s',
  (data, code) => {
    const refusal = new ContractFunctionRevertedError({ abi, data, functionName: 'pledge' });
    const error = new ContractFunctionExecutionError(refusal, {
      abi,
      functionName: 'pledge',
      args: [0n, 1n],
    });
    expect(chainErrorCode(error)).toBe(code);
  },
);
