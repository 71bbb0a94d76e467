import { render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { usePricing, useWithdrawTerms } from '@/lib/api/hooks';
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

test('PRICE-2 the platform’s prices and fees have a hook each', async () => {
  globalThis.fetch = (async (url) =>
    Response.json({ code: 200, msg: '', data: answers[String(url)] })) as typeof fetch;
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Fees />
    </SWRConfig>,
  );
  expect(await screen.findByText('30 0.05 25')).toBeVisible();
});
