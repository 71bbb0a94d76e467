import { create } from 'zustand';
import { openDialog } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';

/**
 * Number of requests to preload the wallet (`near`) and to load it (`wanted`). Increasing a number retries a failed
 * load.
 */
export const useWalletRequests = create<{ near: number; wanted: number }>(() => ({ near: 0, wanted: 0 }));

/** Preloads the connect dialog. */
export function preloadWallet(): void {
  useWalletRequests.setState(({ near }) => ({ near: near + 1 }));
}

/** Requests the code for the whole wallet. */
export function requestWallet(): void {
  useWalletRequests.setState(({ near, wanted }) => ({ near: near + 1, wanted: wanted + 1 }));
}

const connectFlow = () => import('@/components/wallet/shell/load-connect-flow');

/** @throws if the code cannot be loaded. */
export const loadConnectFlow = async (locale: Locale) => (await connectFlow()).loadConnectFlow(locale);

/** @throws if the code or the API cannot be loaded. */
export const loadWallet = async (locale: Locale) => (await connectFlow()).loadWalletRoot(locale);

/** Opens the wallet dialog. */
export function openWallet(): void {
  openDialog('wallet');
  preloadWallet();
}
