import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { ChainTerms } from '@/components/wallet/fees/chain-terms';
import { usePricing, useWithdrawTerms } from '@/lib/api/hooks';
import en from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';

beforeEach(configureClient);

const terms = [{ chainId: 1, coinId: 1, min: '0', max: null, feeBps: 25, feeFlat: '0' }];
const answers: Record<string, unknown> = {
  '/api/withdraw/config': terms,
  '/api/config/pricing': {
    presale: { price: '0.05', currency: 'USD' },
    swapFeeBps: 30,
    staking: { aprBps: 800 },
    pledge: [],
    withdraw: terms,
  },
};

function Fees() {
  const { data: pricing } = usePricing();
  const { data: withdraw } = useWithdrawTerms();
  return (
    <p>
      {pricing?.swapFeeBps} {pricing?.presale.price} {withdraw?.[0]?.feeBps}
    </p>
  );
}

test('PRICE-2 prices and fees of the platform each have a hook', async () => {
  globalThis.fetch = (async (url) =>
    Response.json({ code: 200, msg: '', data: answers[String(url)] })) as typeof fetch;
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Fees />
    </SWRConfig>,
  );
  expect(await screen.findByText('30 0.05 25')).toBeVisible();
});

const feeTerms = { chainId: 1, coinId: 1, min: '10', max: null, feeBps: 10, feeFlat: '0.5', feeCapBps: 100 };

const cells = (entry: Partial<typeof feeTerms>) => {
  const { unmount } = render(
    <NextIntlClientProvider locale="en" messages={en}>
      <ChainTerms
        name="Local chain 1"
        terms={[{ ...feeTerms, ...entry }]}
        symbols={new Map([[1, 'tUSDT']])}
      />
    </NextIntlClientProvider>,
  );
  const text = screen.getAllByRole('cell').at(-1)?.textContent;
  unmount();
  return text;
};

test('WAL-4 PRICE-2 the fee table shows the vault’s cap for a fee with a flat part', () => {
  expect(cells({})).toBe('0.1% + 0.5 tUSDTat most 1% of the amount');
  expect(cells({ feeBps: 0 })).toBe('0.5 tUSDTat most 1% of the amount');
});

test('WAL-4 PRICE-2 the fee table shows no cap for a fee without a flat part', () => {
  expect(cells({ feeFlat: '0' })).toBe('0.1%');
  expect(cells({ feeFlat: '0.00', feeBps: 0 })).toBe('None');
});
