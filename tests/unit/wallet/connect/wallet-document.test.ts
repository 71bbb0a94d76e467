import { takeDialogParam } from '@/components/wallet/connect/wallet-document';
import { routes } from '@/lib/routes';

test.each([
  [routes.walletConnect, 'open'],
  [routes.walletDemo, 'demo'],
  [routes.wallet, null],
])('WAL-1 a link to %s requests %s once, and keeps the other parameters', (route, wanted) => {
  const link = new URL(route, window.location.href);
  link.searchParams.set('lang', 'en');
  window.history.replaceState(null, '', link);
  expect(takeDialogParam()).toBe(wanted);
  expect(window.location.search).toBe('?lang=en');
  expect(takeDialogParam()).toBeNull();
});
