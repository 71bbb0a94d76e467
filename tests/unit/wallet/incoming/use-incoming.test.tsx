import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { LimitExceededRpcError, padHex } from 'viem';
import { followPayments } from '@/lib/wallet/incoming/follow-payments';
import { pollTime, useIncoming } from '@/lib/wallet/incoming/use-incoming';

jest.mock('@/lib/wallet/incoming/follow-payments', () => ({ followPayments: jest.fn() }));
jest.mock('wagmi', () => ({ useConfig: () => ({ getClient: () => null }) }));

test('WAL-20 a request is followed every second, but not on a node that limits requests', () => {
  expect(pollTime(true, null)).toBe(1_000);
  expect(pollTime(true, new Error('nodes disagree'))).toBe(1_000);
  expect(pollTime(true, new LimitExceededRpcError(new Error('too many requests')))).toBe(
    pollTime(false, null),
  );
  expect(pollTime(false, null)).toBeGreaterThan(10_000);
});

test('WAL-20 a device that goes offline does not keep the last success', async () => {
  jest.mocked(followPayments).mockRejectedValue(new Error('offline'));
  const client = new QueryClient();
  onlineManager.setOnline(false);
  const scope = { chainId: 1, account: padHex('0x1', { size: 20 }), coins: [], contracts: [] };
  const { result, unmount } = renderHook(() => useIncoming(scope), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.isError).toBe(true));
  unmount();
  client.clear();
  onlineManager.setOnline(true);
});
