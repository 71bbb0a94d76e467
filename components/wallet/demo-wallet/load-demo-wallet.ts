import type { ComponentType } from 'react';

/** Parts that only the local demo has. */
export type LocalDemo = {
  /** The demo wallet's confirmation dialog. */
  Sheet: ComponentType;
  /** The first-run guide at the top of a wallet page; `page` is the view's name. */
  loadGuide: () => Promise<ComponentType<{ page: string }>>;
};

/**
 * Loads the demo wallet's UI. Builds for real chains replace this module with
 * `no-demo-wallet.ts` (next.config.mjs), so that they contain none of it.
 */
export async function loadDemoWallet(): Promise<LocalDemo | null> {
  const { DemoWalletSheet } = await import('./demo-wallet-sheet');
  return {
    Sheet: DemoWalletSheet,
    loadGuide: async () => (await import('@/components/wallet/guide/guide')).Guide,
  };
}
