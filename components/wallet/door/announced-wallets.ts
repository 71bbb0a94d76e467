import { createStore, type EIP6963ProviderDetail } from 'mipd';
import { useSyncExternalStore } from 'react';

/** Wallets are asked to announce themselves when the door is fetched, and heard from then on, as by wagmi. */
const store = createStore();

/** Any script of an extension may announce what it likes. */
function isWellFormed({ info, provider }: EIP6963ProviderDetail): boolean {
  return (
    [info.uuid, info.name, info.rdns].every((text: unknown) => typeof text === 'string' && text !== '') &&
    typeof provider?.request === 'function'
  );
}

/** The wallets of this browser, in the order in which they announced themselves (EIP-6963). */
export function useAnnouncedWallets(): readonly EIP6963ProviderDetail[] {
  return useSyncExternalStore(store.subscribe, store.getProviders, store.getProviders).filter(isWellFormed);
}
