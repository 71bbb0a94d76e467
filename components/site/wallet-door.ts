import { create } from 'zustand';
import { openDialog } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';

/** How often a visitor came near the wallet's door, and how often what is behind it was wanted: a new number tries again. */
export const useWalletWanted = create<{ near: number; wanted: number }>(() => ({ near: 0, wanted: 0 }));

/** Fetches the door when a visitor is about to need it. */
export function nearWallet(): void {
  useWalletWanted.setState(({ near }) => ({ near: near + 1 }));
}

/** Wants the wallet itself, with all that it stands on. */
export function wantWallet(): void {
  useWalletWanted.setState(({ near, wanted }) => ({ near: near + 1, wanted: wanted + 1 }));
}

const door = () => import('@/components/wallet/shell/load-door');

/** @throws when the code cannot be reached. */
export const loadDoor = async (locale: Locale) => (await door()).loadDoor(locale);

/** @throws when the code or the API cannot be reached. */
export const loadWallet = async (locale: Locale) => (await door()).loadIsland(locale);

/** Opens the wallet dialog. */
export function openWallet(): void {
  openDialog('wallet');
  nearWallet();
}
