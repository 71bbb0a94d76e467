import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WalletView } from '@/components/site/wallet-frame/wallet-view';

let isBroken = true;

jest.mock('@/components/site/load-wallet', () => ({
  requestWallet: () => undefined,
  loadWallet: async () => ({ setup: { demo: null } }),
}));
jest.mock('@/components/wallet/shell/wallet-provider', () => ({
  WalletProvider: ({ children }: { children: React.ReactNode }) => children,
}));
jest.mock('@/components/wallet/frame/node-banner', () => ({ NodeBanner: () => null }));
jest.mock('@/components/wallet/recovery/recovery-banner', () => ({ RecoveryBanner: () => null }));
jest.mock('@/components/wallet/coins/alerts/alert-watcher', () => ({ AlertWatcher: () => null }));
jest.mock('@/components/wallet/overview/overview', () => ({
  Overview: () => {
    if (isBroken) throw new Error('a wallet broke it');
    return <p>Overview</p>;
  },
}));

const wording = {
  loading: 'Loading',
  needsScript: 'Script',
  failed: 'Failed',
  offline: 'Offline',
  stopped: 'Stopped',
  retry: 'Again',
};

test('WAL-1 an error on a wallet page leaves the content around it and can be retried', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <main>
      <h1>Wallet</h1>
      <WalletView view="overview" locale="en" skeleton={<p>Placeholder</p>} wording={wording} />
    </main>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Stopped');
  expect(screen.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Again' }));
  expect(await screen.findByText('Overview')).toBeVisible();
  consoleError.mockRestore();
});
