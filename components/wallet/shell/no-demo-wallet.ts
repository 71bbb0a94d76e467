import type { LocalDemo } from '@/components/wallet/shell/load-demo-wallet';

/** Replaces `connect/announce-demo-wallet` in builds for real chains. */
export function announceDemoWallet(): void {
  // Nothing to announce.
}

/** Replaces `connect/announce-demo-wallet` in builds for real chains. */
export const isDemoWallet = (_rdns: string): boolean => false;

/** Replaces `shell/load-demo-wallet` in builds for real chains. */
export async function loadDemoWallet(): Promise<LocalDemo | null> {
  return null;
}
