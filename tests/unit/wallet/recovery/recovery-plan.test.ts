import { maxUint64, zeroAddress } from 'viem';
import { readDays } from '@/components/wallet/recovery/recovery-form';
import { DAY_S, readPlan } from '@/lib/wallet/recovery/recovery-plan';

const recoveryAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const answer = { recoveryAddress, delay: 30 * DAY_S, readyAt: 0n };

test('REC-1 a plan is read with its request, and an empty plan as none', () => {
  expect(readPlan(answer)).toEqual({ ...answer, readyAt: null });
  expect(readPlan({ ...answer, readyAt: 1_800_000_000n })).toEqual({ ...answer, readyAt: 1_800_000_000n });
  expect(readPlan({ recoveryAddress: zeroAddress, delay: 0, readyAt: 0n })).toBeNull();
});

test.each([
  ['no answer', undefined],
  ['a number', 1n],
  ['no address', { ...answer, recoveryAddress: 5 }],
  ['a delay below a day', { ...answer, delay: DAY_S - 1 }],
  ['a delay above a year', { ...answer, delay: 365 * DAY_S + 1 }],
  ['a request without an address', { ...answer, recoveryAddress: zeroAddress }],
  ['a time that no date can show', { ...answer, readyAt: maxUint64 }],
])('REC-1 %s is not a plan of the contract', (_name, value) => {
  expect(readPlan(value)).toBeUndefined();
});

test('REC-1 a delay is a whole number of days that the contract accepts', () => {
  expect(['1', '30', '365'].map(readDays)).toEqual([1, 30, 365]);
  for (const wrong of ['', '0', '366', '1.5', '-3', 'x', '1e2'])
    expect([wrong, readDays(wrong)]).toEqual([wrong, null]);
});
