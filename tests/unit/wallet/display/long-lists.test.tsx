import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useShortList, useShowMore } from '@/components/wallet/display/short-lists';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import { inSlices } from '@/lib/evm/read-many';
import { gatherSmall } from '@/lib/wallet/portfolio/holdings';
import messages from '@/messages/en.json';

const show = (children: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>,
  );

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index + 1), label: `TKN${index + 1}` }));

function Choice({ count }: { count: number }) {
  const [value, setValue] = useState('1');
  return (
    <>
      <TokenSelect label="Token" value={value} options={optionsOf(count)} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test('WAL-10 a short token list uses the native select element', () => {
  show(<Choice count={100} />);
  expect(screen.getByRole('combobox', { name: 'Token' })).toBeInstanceOf(HTMLSelectElement);
  expect(screen.getAllByRole('option')).toHaveLength(100);
});

test('WAL-10 A11Y-1 five thousand tokens are searchable by keyboard with few options in the document', async () => {
  const user = userEvent.setup();
  show(<Choice count={5_000} />);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Token' })).toBeEnabled());
  const field = screen.getByRole('combobox', { name: 'Token' });
  expect(field).toHaveValue('TKN1');
  await user.click(field);
  expect((await screen.findAllByRole('option')).length).toBeLessThanOrEqual(50);
  await user.clear(field);
  await user.type(field, 'tkn4321');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('4321');
  expect(field).toHaveValue('TKN4321');
  await user.clear(field);
  await user.type(field, 'nothing');
  expect(await screen.findByText('No matches.')).toBeInTheDocument();
});

function Items({ count }: { count: number }) {
  const { shown, more } = useShowMore(optionsOf(count));
  return (
    <>
      <ul>
        {shown.map(({ value, label }) => (
          <li key={value}>{label}</li>
        ))}
      </ul>
      {more}
    </>
  );
}

test('WAL-2 a long list shows its first items, and as many more with each click', async () => {
  const user = userEvent.setup();
  show(<Items count={60} />);
  const list = within(screen.getByRole('list'));
  expect(list.getAllByRole('listitem')).toHaveLength(25);
  expect(screen.getByRole('status')).toHaveTextContent('25 of 60');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(list.getAllByRole('listitem')).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(list.getAllByRole('listitem')).toHaveLength(60);
  expect(screen.getByRole('status')).toHaveTextContent('60 of 60');
  expect(screen.queryByRole('button')).toBeNull();
});

function Names({ names }: { names: readonly string[] }) {
  return <p>{useShortList()(names)}</p>;
}

test('WAL-13 a long list of names shows the first ones and the number of others', () => {
  const { rerender } = render(<Names names={['A', 'B']} />, {
    wrapper: ({ children }) => (
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        {children}
      </NextIntlClientProvider>
    ),
  });
  expect(screen.getByText('A and B')).toBeInTheDocument();
  rerender(<Names names={optionsOf(5_000).map(({ label }) => label)} />);
  expect(screen.getByText('TKN1, TKN2, TKN3, TKN4, TKN5, TKN6, TKN7, and 4,993 others')).toBeInTheDocument();
});

test('WAL-13 the smallest shares are combined into one without losing value', () => {
  const shares = [40n, 30n, 20n, 10n].map((fiatValue, index) => ({
    key: `K${index}`,
    fiatValue,
    bps: fiatValue * 100n,
  }));
  expect(gatherSmall(shares, 4)).toEqual(shares.map((share) => ({ ...share, gathered: 0 })));
  expect(gatherSmall(shares, 3)).toEqual([
    { key: 'K0', fiatValue: 40n, bps: 4_000n, gathered: 0 },
    { key: 'K1', fiatValue: 30n, bps: 3_000n, gathered: 0 },
    { key: '', fiatValue: 30n, bps: 3_000n, gathered: 2 },
  ]);
});

test('WAL-13 a long list is processed in slices, in order', async () => {
  const sizes: number[] = [];
  const items = Array.from({ length: 7 }, (_, index) => index);
  const results = await inSlices(items, 3, (slice) => {
    sizes.push(slice.length);
    return slice.map((item) => item * 2);
  });
  expect(results).toEqual([0, 2, 4, 6, 8, 10, 12]);
  expect(sizes).toEqual([3, 3, 1]);
});
