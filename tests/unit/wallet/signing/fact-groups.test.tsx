import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { FactGroups } from '@/components/wallet/signing/fact-groups';
import type { Group } from '@/lib/wallet/signing/reading';
import en from '@/messages/en.json';

test('WAL-16 sections with the same title are numbered in order', () => {
  const titles: Group['title'][] = ['leaves', 'call', 'leaves', 'moves', 'leaves'];
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <FactGroups groups={titles.map((title) => ({ title, facts: [] }))} />
    </NextIntlClientProvider>,
  );
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Leaves your account 1',
    'Call',
    'Leaves your account 2',
    'Transfers',
    'Leaves your account 3',
  ]);
});
