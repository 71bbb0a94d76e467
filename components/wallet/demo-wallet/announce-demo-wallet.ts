import type { EIP1193Provider } from 'viem';
import type { ChainMapping } from '@/lib/api/types';
import { DEMO_WALLET_ID } from './demo-accounts';
import { createDemoProvider } from './demo-provider';

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="2" fill="#00635D"/><g fill="none" stroke="#F6F8F9" stroke-width="1.6"><path d="M4 12c4-5 8-5 12 0s8 5 12 0"/><path d="M4 17c4-5 8-5 12 0s8 5 12 0"/><path d="M4 22c4-5 8-5 12 0s8 5 12 0"/></g></svg>',
)}`;

function isLoopback(rpcUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(rpcUrl).hostname);
}

/** Announces the demo wallet by EIP-6963, on loopback chains only: to the app it is one wallet among others. */
export function announceDemoWallet(mappings: readonly ChainMapping[]): void {
  const local = mappings.filter(({ rpcUrl }) => isLoopback(rpcUrl));
  if (local.length === 0) return;
  const provider = createDemoProvider(local) as unknown as EIP1193Provider;
  const info = {
    uuid: 'b2c0a5c6-5d0b-4d4e-9b0e-2f1c7c0d8e11',
    name: 'Demo wallet',
    icon,
    rdns: DEMO_WALLET_ID,
  };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: Object.freeze({ info: Object.freeze(info), provider }),
      }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
