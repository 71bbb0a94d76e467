import type { ComponentType } from 'react';

/** What the local demo has beside what every build has. */
export type LocalDemo = {
  /** The demo wallet's own confirm sheet. */
  Sheet: ComponentType;
  /** The guided first run, for the top of a wallet page; `page` is its view's name. */
  loadGuide: () => Promise<ComponentType<{ page: string }>>;
};

/**
 * What the demo wallet shows. Builds for real chains get `no-demo-wallet.ts` in the place of this module
 * (next.config.mjs), so that nothing of what it leads to is in them.
 */
export async function loadDemoWallet(): Promise<LocalDemo | null> {
  const { DemoWalletSheet } = await import('./demo-wallet-sheet');
  return {
    Sheet: DemoWalletSheet,
    loadGuide: async () => (await import('@/components/wallet/guide/guide')).Guide,
  };
}
