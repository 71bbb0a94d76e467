import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { pushPageParams, takePageParam, updatePageParams, usePageParams } from '@/lib/browser/page-params';

const chains = ['1', '2', '3'];

function Choice() {
  const chosen = usePageParams().get('chain');
  return chains.map((chain) => (
    <label key={chain}>
      <input type="radio" checked={chain === chosen} onChange={() => updatePageParams({ chain })} />
      {chain}
    </label>
  ));
}

const told = (search: string) => (
  <SearchParamsContext value={new URLSearchParams(search)}>
    <Choice />
  </SearchParamsContext>
);

beforeEach(() => window.history.replaceState(null, '', '/wallet/pledge?chain=1&term=2'));

test('WAL-8 a choice shows immediately, before the router reports the new URL', async () => {
  const user = userEvent.setup();
  const params = new URLSearchParams('chain=1');
  const { rerender } = render(
    <SearchParamsContext value={params}>
      <Choice />
    </SearchParamsContext>,
  );
  await user.click(screen.getByRole('radio', { name: '2' }));
  expect(screen.getByRole('radio', { name: '2' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: '3' }));
  expect(screen.getByRole('radio', { name: '3' })).toBeChecked();
  expect(window.location.search).toBe('?chain=3&term=2');
  rerender(told('chain=3'));
  expect(screen.getByRole('radio', { name: '3' })).toBeChecked();
});

test('WAL-8 different search params from the router take precedence', async () => {
  const { rerender } = render(told('chain=1'));
  act(() => updatePageParams({ chain: '2' }));
  expect(screen.getByRole('radio', { name: '2' })).toBeChecked();
  // The router replaces the state of the entry when it navigates.
  window.history.replaceState({}, '', '/wallet/pledge?chain=1');
  rerender(told('chain=1'));
  expect(screen.getByRole('radio', { name: '1' })).toBeChecked();
});

test('WAL-13 pushing page params adds a history entry, and null removes a param', () => {
  const { length } = window.history;
  pushPageParams({ term: null, request: 'a b' });
  expect(window.location.search).toBe('?chain=1&request=a+b');
  expect(window.history.length).toBe(length + 1);
  updatePageParams({ chain: null, request: null });
  expect(window.location.search).toBe('');
  expect(window.location.pathname).toBe('/wallet/pledge');
});

test('WAL-13 an earlier change that the router writes again does not undo a later one', () => {
  const { rerender } = render(told('chain=1'));
  act(() => updatePageParams({ chain: '2' }));
  act(() => updatePageParams({ chain: '3' }));
  // What Next.js does when it commits the first change: it keeps the state of the entry.
  window.history.replaceState(window.history.state, '', '/wallet/pledge?chain=2&term=2');
  rerender(told('chain=2&term=2'));
  expect(screen.getByRole('radio', { name: '3' })).toBeChecked();
  act(() => updatePageParams({ term: '4' }));
  expect(window.location.search).toBe('?chain=3&term=4');
});

test('WAL-1 a param that was taken does not come back with the next change', () => {
  updatePageParams({ connect: 'open' });
  expect(takePageParam('connect')).toBe('open');
  expect(takePageParam('connect')).toBeNull();
  updatePageParams({ chain: '2' });
  expect(window.location.search).toBe('?chain=2&term=2');
});
