import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { useIncomingPayments } from '@/lib/wallet/incoming/use-incoming';

const account: Address = `0x${'a'.repeat(40)}`;
const CHAINS = [1, 2];

test('WAL-21 payments that haven’t changed stay the same after each poll, so that nothing is calculated again', async () => {
  // By default, React Query notifies components only after a timer.
  notifyManager.setScheduler((tell) => tell());
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  /** What a poll returns at a head. */
  const poll = (head: bigint, amounts: readonly bigint[]) =>
    act(async () => {
      client.setQueryData(['incoming', 1, account], {
        payments: amounts.map((amount) => ({ id: String(amount), amount })),
        head: { number: head },
      });
    });
  const { result } = renderHook(() => useIncomingPayments(account, CHAINS), { wrapper });
  await poll(7n, [5n]);
  const known = result.current;
  expect(known[1]).toEqual([{ id: '5', amount: 5n }]);
  await poll(8n, [5n]);
  expect(result.current).toBe(known);
  await poll(9n, [5n, 6n]);
  expect(result.current[1]).toHaveLength(2);
});
