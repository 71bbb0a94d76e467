import { screen } from '@testing-library/react';
import { PledgeContracts } from '@/components/wallet/pledge/pledge';
import { isSettled } from '@/lib/wallet/transactions/ledger-entry';
import { isIntent } from '@/lib/wallet/transactions/stored-entry';
import { renderOnChains, silent, VAULT } from '../../../support/test-chains';

test('WAL-8 pledges whose node does not answer are said to be where they were', async () => {
  const contracts = ['pledge_contract', 'multicall'].map((name) => ({ chainId: 901, name, address: VAULT }));
  renderOnChains(
    <PledgeContracts account={undefined} chains={[]} coins={[]} contracts={contracts} />,
    new Map([[901, silent]]),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Your pledges are unchanged.');
  expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
});

test('WAL-8 WAL-9 a pledge is settled once the server has recorded it, what closes it once the chain has', () => {
  const settled = (kind: 'pledge' | 'redeem' | 'exitEarly') =>
    (['pending', 'confirmed', 'verified', 'failed'] as const).map((status) => isSettled({ kind, status }));
  expect(settled('pledge')).toEqual([false, false, true, true]);
  expect(settled('redeem')).toEqual([false, true, true, true]);
  expect(settled('exitEarly')).toEqual([false, true, true, true]);
});

test.each([
  [{ pledgeId: '12' }, true],
  [{}, true],
  [{ pledgeId: 12 }, false],
  [{ pledgeId: '-1' }, false],
  [{ kind: 'exitearly' }, false],
])('WAL-9 what storage holds of a pledge is taken as it should be: %j', (change, isTaken) => {
  const stored = { kind: 'exitEarly', coinId: 2, amountRaw: '5', decimals: 6, symbol: 'tUSDT', ...change };
  expect(isIntent(stored)).toBe(isTaken);
});
