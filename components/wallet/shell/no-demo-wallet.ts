import type { LocalDemo } from '@/components/wallet/demo-wallet/load-demo-wallet';

/** Stands in for `demo-wallet/announce-demo-wallet` in builds for real chains. */
export function announceDemoWallet(): void {
  // Nothing to announce.
}

/** Stands in for `demo-wallet/announce-demo-wallet` in builds for real chains. */
export const isDemoWallet = (_rdns: string): boolean => false;

/** Stands in for `demo-wallet/load-demo-wallet` in builds for real chains. */
export async function loadDemoWallet(): Promise<LocalDemo | null> {
  return null;
}
