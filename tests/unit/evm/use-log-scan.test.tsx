import { focusManager } from '@tanstack/react-query';
import { act, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpRequestError, toHex } from 'viem';
import { ScanNote } from '@/components/wallet/display/scan-note';
import { type LogScan, useFullScan, useLogScan } from '@/lib/evm/use-log-scan';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Answer, renderOnChains } from '../../support/test-chains';

const account = demoAccount(1).address;
const HEAD = 100_000_000n;
/** Widths of the requested ranges. */
let widths: bigint[] = [];
let isDown = false;
const node: Answer = (method) => (method === 'eth_blockNumber' ? toHex(HEAD) : null);
const ask = async (_client: unknown, _account: unknown, range: { fromBlock: bigint; toBlock: bigint }) => {
  widths.push(range.toBlock - range.fromBlock + 1n);
  if (isDown) throw new HttpRequestError({ url: 'https://node.invalid', status: 429 });
  return [];
};

function Scan({ isFull }: { isFull: boolean }) {
  const scan = useLogScan('test', 901, account, ask, { keepsPart: true });
  return isFull ? (
    <ScanNote scan={scan} chainId={901} />
  ) : (
    <button type="button" onClick={scan.lookFurther}>
      {scan.isLooking ? 'looking' : `${scan.failures} failures`}
    </button>
  );
}

beforeEach(() => {
  [widths, isDown] = [[], false];
});
afterEach(() => {
  focusManager.setFocused(undefined);
  jest.useRealTimers();
});

test('WAL-22 the search waits while the page is hidden, and continues with the width that the node accepted', async () => {
  focusManager.setFocused(false);
  renderOnChains(<Scan isFull />, new Map([[901, node]]));
  expect(await screen.findByText(/Searched back to block/)).toBeVisible();
  const before = widths.length;
  expect(before).toBe(12);
  act(() => focusManager.setFocused(true));
  expect(await screen.findByText('All blocks searched.')).toBeVisible();
  expect(widths[before]).toBe(widths[before - 1]);
});

test('WAL-22 failures are counted until the node responds again', async () => {
  const user = userEvent.setup();
  renderOnChains(<Scan isFull={false} />, new Map([[901, node]]));
  const press = async (text: string) => {
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('button', { name: text })).toBeVisible();
  };
  expect(await screen.findByRole('button', { name: '0 failures' })).toBeVisible();
  isDown = true;
  const before = widths.length;
  await press('1 failures');
  await press('2 failures');
  expect(widths).toHaveLength(before + 2);
  isDown = false;
  await press('0 failures');
  isDown = true;
  await press('1 failures');
});

test('WAL-22 after each failure in a row, the search pauses longer, for at most 10 minutes', () => {
  jest.useFakeTimers();
  const lookFurther = jest.fn();
  const scan: LogScan<unknown> = {
    ...{ found: [], reached: 5n, head: 9n, isLooking: false, isFailed: true, failures: 1, lookFurther },
  };
  const { rerender } = renderHook((failures: number) => useFullScan({ ...scan, failures }), {
    initialProps: 1,
  });
  for (const [index, [failures, pause]] of [
    [1, 30_000] as const,
    [2, 60_000] as const,
    [9, 600_000] as const,
  ].entries()) {
    rerender(failures);
    jest.advanceTimersByTime(pause - 1);
    expect(lookFurther).toHaveBeenCalledTimes(index);
    jest.advanceTimersByTime(1);
    expect(lookFurther).toHaveBeenCalledTimes(index + 1);
  }
});
