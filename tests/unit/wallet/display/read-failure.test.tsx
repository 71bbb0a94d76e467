import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LineSkeletons } from '@/components/wallet/display/skeleton';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import messages from '@/messages/en.json';

const inWords = (children: ReactNode) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    {children}
  </NextIntlClientProvider>
);
const setDown = (...chainIds: readonly number[]) => act(() => useUnreachableChains.setState({ chainIds }));

const failure = {
  chainIds: [901, 902],
  message: 'The contract is broken.',
  shown: 'nothing',
  retryLabel: 'Try again',
  onRetry: () => undefined,
} as const;

beforeEach(() => setDown());

test('WAL-9 an error of a reachable network is an alert with its message', () => {
  render(inWords(<ReadFailure {...failure} />));
  expect(screen.getByRole('alert')).toHaveTextContent('The contract is broken.');
});

test('WAL-9 an outage, which the banner reports, is a muted line with a retry instead of an alert', async () => {
  setDown(901, 902);
  const onRetry = jest.fn();
  render(inWords(<ReadFailure {...failure} onRetry={onRetry} />));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Unavailable right now')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('WAL-9 an outage of one network does not hide the error of another', () => {
  setDown(901);
  render(inWords(<ReadFailure {...failure} />));
  expect(screen.getByRole('alert')).toHaveTextContent('The contract is broken.');
});

test.each([
  ['stale', 'May be out of date'],
  ['part', 'Some values are missing or may be out of date.'],
] as const)('WAL-9 values that are still shown during an outage are marked: %s', (shown, text) => {
  setDown(901, 902);
  render(inWords(<ReadFailure {...failure} shown={shown} />));
  expect(screen.getByText(text)).toBeVisible();
});

test('WAL-9 after an outage, no alert appears until the data is read again', () => {
  setDown(901, 902);
  render(inWords(<ReadFailure {...failure} />));
  setDown();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Unavailable right now')).toBeVisible();
});

const card = {
  ...{ chainId: 901, name: 'North Sea', height: 'min-h-60', retryLabel: 'Try again', children: null },
  ...{ onRetry: () => undefined, skeleton: null, failure: null, isAbsent: true },
};
const region = () => screen.getByRole('region', { name: 'North Sea' });

test('WAL-9 a card without content takes only the height of its error, and one with content keeps its height', () => {
  const { rerender } = render(inWords(<ChainCard {...card} skeleton={<LineSkeletons count={3} />} />));
  expect(region()).toHaveClass('min-h-60');
  expect(region().querySelector('[aria-busy="true"] > [aria-hidden="true"]')).not.toBeNull();
  rerender(inWords(<ChainCard {...card} failure="Broken." />));
  expect(region()).not.toHaveClass('min-h-60');
  expect(region().querySelector('[aria-busy="true"]')).toBeNull();
  rerender(inWords(<ChainCard {...card} failure="Broken." isAbsent={false} />));
  expect(region()).toHaveClass('min-h-60');
});
