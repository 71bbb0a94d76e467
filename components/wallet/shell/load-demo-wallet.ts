import type { ComponentType } from 'react';

/** Components that only the local demo has. */
export type LocalDemo = {
  /** The demo wallet's confirmation dialog. */
  Sheet: ComponentType;
  /** Loads the first-run guide for the top of a wallet page. `page` is the name of the page's view. */
  loadGuide: () => Promise<ComponentType<{ page: string }>>;
};

/**
 * Loads the demo wallet's UI. Builds for real chains replace this module with `no-demo-wallet.ts` (next.config.mjs), so
 * that they don't include any of it.
 */
export async function loadDemoWallet(): Promise<LocalDemo | null> {
  const { DemoWalletSheet } = await import('@/components/wallet/demo-wallet/demo-wallet-sheet');
  return {
    Sheet: DemoWalletSheet,
    loadGuide: async () => (await import('@/components/wallet/guide/guide')).Guide,
  };
}
