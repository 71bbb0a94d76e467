import { routes, type WalletPage, walletPages, walletPath } from '@/lib/routes';
import type { Screen } from './screen';

/** Public pages. Business lines share one layout, so two of them are enough. */
const publicPages: readonly Screen[] = (
  [
    ['home', routes.home],
    ['download', routes.download],
    ['about', routes.about],
    ['line-1', routes.businessLine(1)],
    ['line-4', routes.businessLine(4)],
    ['contact', routes.contact],
    ['help', routes.help],
    ['terms', routes.terms],
    ['privacy', routes.privacy],
    ['gallery', routes.test],
    ['not-found', '/no-such-page'],
  ] as const
).map(([screen, path]) => ({ screen, state: 'page', path, viewer: 'visitor' }));

/** Wallet pages whose content depends on the account. The others look the same to everyone who is signed in. */
const accountPages: readonly WalletPage[] = [
  'overview',
  'portfolio',
  'nfts',
  'activity',
  'approvals',
  'earn',
  'stake',
  'pledge',
  'presale',
  'unlocks',
];
const shownPages = walletPages.filter((page) => page !== 'transaction');

const walletScreens: readonly Screen[] = (['overview', ...shownPages] as const).flatMap((page) => {
  const shared = { screen: page, path: walletPath(page) };
  const isAccountPage = accountPages.includes(page);
  return [
    { ...shared, state: 'signed-out', viewer: 'visitor' },
    { ...shared, state: 'filled', viewer: 'holder' },
    ...(isAccountPage ? [{ ...shared, state: 'empty', viewer: 'newcomer' } as const] : []),
    ...(page === 'fees' || page === 'dapps' || page === 'settings'
      ? []
      : [{ ...shared, state: 'loading', viewer: 'holder', network: 'waiting' } as const]),
    ...(page === 'fees' || page === 'coins' || page === 'dapps' || page === 'settings'
      ? []
      : [{ ...shared, state: 'error', viewer: 'holder', network: 'down' } as const]),
  ] satisfies Screen[];
});

/** A request for 0.01 ETH to a demo account (EIP-681). */
const PAYMENT_REQUEST = 'ethereum:0x90F79bf6EB2c4f870365E785982E1f101E93b906@31337?value=10000000000000000';

/** Views of wallet pages with an address of their own. */
const views: readonly Screen[] = (
  [
    ['overview', 'vault', '/wallet?view=vault'],
    ['coins', 'chart', '/wallet/coins?view=chart'],
    ['coins', 'alerts', '/wallet/coins?view=alerts'],
    ['coins', 'details', routes.coin(1)],
    ['pay', 'receive', '/wallet/pay?chain=31337&coin=2'],
    ['pay', 'pay', '/wallet/pay?tab=pay'],
    ['pay', 'review', `/wallet/pay?tab=pay&request=${encodeURIComponent(PAYMENT_REQUEST)}`],
    ['transaction', 'missing', '/wallet/transaction'],
  ] as const
).map(([screen, state, path]) => ({ screen, state, path, viewer: 'holder' }));

export const pageScreens: readonly Screen[] = [...publicPages, ...walletScreens, ...views];
