import { create } from 'zustand';
import { openDialog } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';

/** How often a visitor came near the wallet's door, and how often what is behind it was wanted: a new number tries again. */
export const useWalletRequests = create<{ near: number; wanted: number }>(() => ({ near: 0, wanted: 0 }));

/** Fetches the door when a visitor is about to need it. */
export function preloadWallet(): void {
  useWalletRequests.setState(({ near }) => ({ near: near + 1 }));
}

/** Wants the wallet itself, with all that it stands on. */
export function requestWallet(): void {
  useWalletRequests.setState(({ near, wanted }) => ({ near: near + 1, wanted: wanted + 1 }));
}

const connectFlow = () => import('@/components/wallet/shell/load-connect-flow');

/** @throws when the code cannot be reached. */
export const loadConnectFlow = async (locale: Locale) => (await connectFlow()).loadConnectFlow(locale);

/** @throws when the code or the API cannot be reached. */
export const loadWallet = async (locale: Locale) => (await connectFlow()).loadWalletRoot(locale);

/** Opens the wallet dialog. */
export function openWallet(): void {
  openDialog('wallet');
  preloadWallet();
}
