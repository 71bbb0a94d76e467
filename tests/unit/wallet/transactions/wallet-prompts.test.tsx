import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { WaitingNote } from '@/components/wallet/transaction-sheet/pending-notes';
import { WALLET_SLOW_AFTER_MS } from '@/components/wallet/transaction-sheet/use-is-prompted';
import { untilAnswered } from '@/lib/wallet/transactions/wallet-prompts';
import messages from '@/messages/en.json';
import { hash, entry as sent } from '../../../support/ledger-entry';

const { prompted, missing } = messages.wallet.pending;

/** An entry for which the wallet was asked just now. */
const askedFor = (digit: string) => ({
  ...sent,
  ...{ id: hash(digit), hash: null, sent: [], createdAt: Date.now() },
});
const show = (entry: typeof sent) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <WaitingNote entry={entry} nativeSymbol="ETH" />
    </NextIntlClientProvider>,
  );

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('WAL-9 while the prompt of the wallet may be open, the page asks to confirm there, for a minute', () => {
  const entry = askedFor('1');
  void untilAnswered(entry.id, new Promise(() => undefined));
  show(entry);
  expect(screen.getByText(prompted)).toBeVisible();
  expect(screen.queryByText(missing.answer)).toBeNull();
  act(() => jest.advanceTimersByTime(WALLET_SLOW_AFTER_MS));
  expect(screen.getByText(missing.answer)).toBeVisible();
});

test('WAL-9 once the wallet has answered with something else, or after a reload, the page says what is unknown', async () => {
  const entry = askedFor('2');
  await untilAnswered(entry.id, Promise.resolve('0x5afe'));
  show(entry);
  expect(screen.getByText(missing.answer)).toBeVisible();
  expect(screen.queryByText(prompted)).toBeNull();
});
