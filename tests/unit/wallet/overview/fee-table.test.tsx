import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { ChainTerms } from '@/components/wallet/overview/chain-terms';
import en from '@/messages/en.json';

const terms = { chainId: 1, coinId: 1, min: '10', max: null, feeBps: 10, feeFlat: '0.5', feeCapBps: 100 };

const cells = (entry: Partial<typeof terms>) => {
  const { unmount } = render(
    <NextIntlClientProvider locale="en" messages={en}>
      <ChainTerms name="Local chain 1" terms={[{ ...terms, ...entry }]} symbols={new Map([[1, 'tUSDT']])} />
    </NextIntlClientProvider>,
  );
  const text = screen.getAllByRole('cell').at(-1)?.textContent;
  unmount();
  return text;
};

test('WAL-4 PRICE-2 the fee table names the cap that the vault holds a fee with a flat part to', () => {
  expect(cells({})).toBe('0.1% + 0.5 tUSDTat most 1% of the amount');
  expect(cells({ feeBps: 0 })).toBe('0.5 tUSDTat most 1% of the amount');
});

test('WAL-4 PRICE-2 a fee without a flat part is never cut, so no cap is named', () => {
  expect(cells({ feeFlat: '0' })).toBe('0.1%');
  expect(cells({ feeFlat: '0.00', feeBps: 0 })).toBe('None');
});
