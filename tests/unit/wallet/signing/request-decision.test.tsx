import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { dangersKey, RequestDecision, useIsSettled } from '@/components/wallet/signing/sign-request';
import { useRequestTime } from '@/components/wallet/signing/use-signing-context';
import { found } from '@/lib/wallet/signing/finding';
import en from '@/messages/en.json';

const blind = dangersKey(1, [found('blindCall', 'a')]);
const more = dangersKey(1, [found('blindCall', 'a'), found('hiddenTransfer', 'USDC')]);

test('DAPP-2 consent to one danger isn’t consent to another that appears later', async () => {
  const user = userEvent.setup();
  const onDecide = jest.fn();
  const decision = (shown: string) => (
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={en}>
      <RequestDecision shown={shown} needsConsent isReady fee={null} action="Confirm" onDecide={onDecide} />
    </NextIntlClientProvider>
  );
  const { rerender } = render(decision(blind));
  await user.click(screen.getByRole('checkbox'));
  rerender(decision(more));
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(onDecide).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(onDecide).toHaveBeenCalledWith(true);
});

test('WAL-1 deadlines are compared with the time when the request was first shown', () => {
  jest.useFakeTimers({ now: 1_800_000_000_000 });
  const { result, rerender } = renderHook(useRequestTime, { initialProps: 'dapp 1' });
  jest.setSystemTime(1_800_003_600_000);
  rerender('dapp 1');
  expect(result.current).toBe(1_800_000_000n);
  rerender('dapp 2');
  expect(result.current).toBe(1_800_003_600n);
  jest.useRealTimers();
});

test('DAPP-2 a request of another page can be confirmed only after its warnings were shown for a while', () => {
  jest.useFakeTimers();
  const { result, rerender } = renderHook(
    ({ shown, isRead }) => useIsSettled(shown, { isForeign: true, isRead }),
    { initialProps: { shown: blind, isRead: false } },
  );
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  wait(5_000);
  expect(result.current).toBe(false);
  rerender({ shown: blind, isRead: true });
  wait(600);
  expect(result.current).toBe(false);
  wait(200);
  expect(result.current).toBe(true);
  rerender({ shown: more, isRead: true });
  expect(result.current).toBe(false);
  wait(800);
  expect(result.current).toBe(true);
  jest.useRealTimers();
});
