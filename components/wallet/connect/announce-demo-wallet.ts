import { announceProvider } from 'mipd';

/** The demo wallet's rdns (EIP-6963). */
const DEMO_WALLET_ID = 'local.tidewell.demo-wallet';

type Listener = (value: unknown) => void;
type Provider = Awaited<
  ReturnType<typeof import('@/components/wallet/demo-wallet/demo-provider').loadDemoProvider>
>;

/** Returns the demo wallet as an EIP-1193 provider that loads its code on the first request. */
function lazyDemoProvider() {
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value);
  };
  const load = async () =>
    (await import('@/components/wallet/demo-wallet/demo-provider')).loadDemoProvider(emit);
  let loaded: Promise<Provider> | undefined;

  return {
    async request(request: Parameters<Provider['request']>[0]): Promise<unknown> {
      loaded ??= load().catch((error: unknown) => {
        // Allow the next request to try again.
        loaded = undefined;
        throw error;
      });
      return (await loaded).request(request);
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
    },
  };
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="2" fill="#00635D"/><g fill="none" stroke="#F6F8F9" stroke-width="1.6"><path d="M4 12c4-5 8-5 12 0s8 5 12 0"/><path d="M4 17c4-5 8-5 12 0s8 5 12 0"/><path d="M4 22c4-5 8-5 12 0s8 5 12 0"/></g></svg>',
)}` as const;

let announced = false;

/** Returns whether an EIP-6963 rdns belongs to the demo wallet. */
export const isDemoWallet = (rdns: string): boolean => rdns === DEMO_WALLET_ID;

/**
 * Announces the demo wallet through EIP-6963, once per page. Its code is loaded on the first request. Builds for real
 * chains replace this module with `no-demo-wallet.ts`.
 */
export function announceDemoWallet(): void {
  if (announced) return;
  announced = true;
  announceProvider({
    info: Object.freeze({
      uuid: 'b2c0a5c6-5d0b-4d4e-9b0e-2f1c7c0d8e11',
      name: 'Demo wallet',
      icon,
      rdns: DEMO_WALLET_ID,
    }),
    provider: lazyDemoProvider() as unknown as Parameters<typeof announceProvider>[0]['provider'],
  });
}
