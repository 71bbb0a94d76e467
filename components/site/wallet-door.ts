import { create } from 'zustand';
import { openDialog } from '@/lib/dialogs';
import type { Locale } from '@/lib/i18n/routing';

/** How often the wallet was asked for: a new number tries again after a failure. */
export const useWalletWanted = create<{ wanted: number }>(() => ({ wanted: 0 }));

export function wantWallet(): void {
  useWalletWanted.setState(({ wanted }) => ({ wanted: wanted + 1 }));
}

/** One door for all of it: a page lists the files behind each. */
const island = () => import('@/components/wallet/load-island');

/** Fetches the wallet's code when a visitor is about to need it. A failure is met again, and told, on the click. */
export function prefetchWallet(): void {
  island().catch(() => undefined);
}

/** @throws when the code or the API cannot be reached. */
export async function loadWallet(locale: Locale) {
  const { loadIsland } = await island();
  return loadIsland(locale);
}

/** Opens the wallet dialog, loading the wallet first where need be. */
export function openWallet(): void {
  openDialog('wallet');
  wantWallet();
}
