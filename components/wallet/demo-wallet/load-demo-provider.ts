import { ProviderDisconnectedError } from 'viem';
import { call } from '@/lib/api/client';
import type { ChainMapping } from '@/lib/api/types';
import { createDemoProvider } from './demo-provider';

function isLoopback({ rpcUrl }: ChainMapping): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(rpcUrl).hostname);
}

/** Loads the demo wallet's provider. @throws ProviderDisconnectedError (4900) if no chain is on loopback. */
export async function loadDemoProvider(emit: (event: string, value: unknown) => void) {
  const local = (await call<ChainMapping[]>('/config/chainMapping')).filter(isLoopback);
  if (local.length === 0) throw new ProviderDisconnectedError(new Error('no local chain configured'));
  return createDemoProvider(local, emit);
}
