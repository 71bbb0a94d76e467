import type { ComponentType } from 'react';
import type { ChainMapping } from '@/lib/api/types';

/** What the local demo has beside what every build has. */
export type LocalDemo = {
  /** The demo wallet's own confirm sheet. */
  Sheet: ComponentType;
  /** The guided first run, for the top of a wallet page; `page` is its view's name. */
  loadGuide: () => Promise<ComponentType<{ page: string }>>;
};

/**
 * Announces the demo wallet. Builds for real chains get `no-demo-wallet.ts` in the place of this module
 * (next.config.mjs), so that nothing of what it leads to is in them.
 */
export async function loadDemoWallet(mappings: readonly ChainMapping[]): Promise<LocalDemo | null> {
  const [{ announceDemoWallet }, { DemoWalletSheet }] = await Promise.all([
    import('./announce-demo-wallet'),
    import('./demo-wallet-sheet'),
  ]);
  announceDemoWallet(mappings);
  return {
    Sheet: DemoWalletSheet,
    loadGuide: async () => (await import('@/components/wallet/guide/guide')).Guide,
  };
}
