/** @jest-environment node */
import { withChainBudget } from '@/lib/messages/core/chain-budget';
import { newAccount } from '../../../support/messaging';

const request = (byte: string) =>
  ({ account: newAccount().address, hash: `0x${byte.repeat(32)}`, signature: '0x11' }) as const;
let time = 0;
const clock = { now: () => time, isPast: (since: number, ageMs: number) => time - since >= ageMs };

test('HUB-2 a verification that never ends is given up, and the next one is for a later time', async () => {
  jest.useFakeTimers();
  let calls = 0;
  const verify = withChainBudget(
    () => {
      calls += 1;
      return new Promise(() => {});
    },
    clock,
    10_000,
  );
  const first = expect(verify(1, request('01'))).rejects.toThrow('too long');
  time = 10_000;
  await jest.advanceTimersByTimeAsync(10_000);
  await first;
  await expect(verify(1, request('02'))).rejects.toThrow('no time');
  expect(calls).toBe(1);
  jest.useRealTimers();
});

test('HUB-2 at most 100 signatures are verified in five minutes, and valid ones only once', async () => {
  let calls = 0;
  const verify = withChainBudget(
    async () => {
      calls += 1;
      return true;
    },
    clock,
    10_000,
  );
  const same = request('01');
  for (let count = 0; count < 200; count += 1) expect(await verify(1, same)).toBe(true);
  for (let count = 1; count < 100; count += 1) expect(await verify(1, request('02'))).toBe(true);
  await expect(verify(1, request('02'))).rejects.toThrow('no time');
  expect(await verify(1, same)).toBe(true);
  expect(calls).toBe(100);
  time += 300_000;
  expect(await verify(1, request('02'))).toBe(true);
});
