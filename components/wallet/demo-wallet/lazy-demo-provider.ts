type Listener = (value: unknown) => void;
type Provider = Awaited<ReturnType<typeof import('./load-demo-provider').loadDemoProvider>>;

/** The demo wallet as an EIP-1193 provider, whose weight is fetched with the first request. */
export function lazyDemoProvider() {
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value);
  };
  const load = async () => (await import('./load-demo-provider')).loadDemoProvider(emit);
  let loaded: Promise<Provider> | undefined;

  return {
    async request(request: Parameters<Provider['request']>[0]): Promise<unknown> {
      loaded ??= load().catch((error: unknown) => {
        // The next request tries again.
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
