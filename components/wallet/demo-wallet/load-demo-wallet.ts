import type { ComponentType } from 'react';
import type { ChainMapping } from '@/lib/api/types';

/**
 * Announces the demo wallet and gives its confirm sheet. Builds for real chains get `no-demo-wallet.ts` in the place of
 * this module (next.config.mjs), so that nothing of it is in them.
 */
export async function loadDemoWallet(mappings: readonly ChainMapping[]): Promise<ComponentType | null> {
  const [{ announceDemoWallet }, { DemoWalletSheet }] = await Promise.all([
    import('./announce-demo-wallet'),
    import('./demo-wallet-sheet'),
  ]);
  announceDemoWallet(mappings);
  return DemoWalletSheet;
}
