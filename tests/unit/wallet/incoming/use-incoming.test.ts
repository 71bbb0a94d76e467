import { LimitExceededRpcError } from 'viem';
import { pollTime } from '@/lib/wallet/incoming/use-incoming';

test('WAL-20 a request is followed every second, but not on a node that limits requests', () => {
  expect(pollTime(true, null)).toBe(1_000);
  expect(pollTime(true, new Error('nodes disagree'))).toBe(1_000);
  expect(pollTime(true, new LimitExceededRpcError(new Error('too many requests')))).toBe(
    pollTime(false, null),
  );
  expect(pollTime(false, null)).toBeGreaterThan(10_000);
});
