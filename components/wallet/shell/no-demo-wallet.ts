import type { LocalDemo } from '@/components/wallet/demo-wallet/load-demo-wallet';

/** Replaces `demo-wallet/announce-demo-wallet` in builds for real chains. */
export function announceDemoWallet(): void {
  // Nothing to announce.
}

/** Replaces `demo-wallet/announce-demo-wallet` in builds for real chains. */
export const isDemoWallet = (_rdns: string): boolean => false;

/** Replaces `demo-wallet/load-demo-wallet` in builds for real chains. */
export async function loadDemoWallet(): Promise<LocalDemo | null> {
  return null;
}
