import type { ComponentType } from 'react';

/** Stands in for `demo-wallet/load-demo-wallet` in builds for real chains. */
export async function loadDemoWallet(): Promise<ComponentType | null> {
  return null;
}
