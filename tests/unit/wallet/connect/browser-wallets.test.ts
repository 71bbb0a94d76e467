import type * as BrowserWallets from '@/components/wallet/connect/browser-wallets';

type Module = typeof BrowserWallets;

const page = window as unknown as Record<string, unknown>;
const stops: (() => void)[] = [];
let uuids = 0;

const provider = (flags: Record<string, unknown> = {}) => ({ request: async () => null, ...flags });

function detail(change: Record<string, unknown> = {}, itsProvider: unknown = provider()) {
  uuids += 1;
  const uuid = `00000000-0000-4000-8000-${String(uuids).padStart(12, '0')}`;
  const info = { uuid, name: 'Harbour', rdns: `test.harbour${uuids}`, icon: 'data:image/png,', ...change };
  return { info, provider: itsProvider };
}

const announce = (announced: unknown) =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: announced }));

/** Announces a wallet in response to each request, like an extension that loaded before the page's code. */
function announceEarly(announced: unknown): void {
  const again = () => announce(announced);
  window.addEventListener('eip6963:requestProvider', again);
  stops.push(() => window.removeEventListener('eip6963:requestProvider', again));
  again();
}

/** Loads a fresh copy of the code, as a page load does. */
async function load(): Promise<Module> {
  let loaded: Module | undefined;
  await jest.isolateModulesAsync(async () => {
    loaded = await import('@/components/wallet/connect/browser-wallets');
  });
  if (!loaded) throw new Error('not loaded');
  return loaded;
}

const offered = ({ offeredWallets, useBrowserWallets }: Module) =>
  offeredWallets(useBrowserWallets.getState());
const names = (module: Module) => offered(module).map(({ name }) => name);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  Reflect.deleteProperty(window, 'ethereum');
  jest.useRealTimers();
});

test.each([
  ['before', true],
  ['after', false],
])(
  'WAL-1 a malformed announcement %s a valid one hides no wallet and throws no error',
  async (_, isFirst) => {
    const failed = jest.fn();
    window.addEventListener('error', failed);
    stops.push(() => window.removeEventListener('error', failed));
    const malformed = { provider: provider() };
    const honest = detail();
    for (const each of isFirst ? [malformed, honest] : [honest, malformed]) announceEarly(each);
    const module = await load();
    expect(names(module)).toEqual(['Harbour']);
    announce(malformed);
    announce(detail({ name: 'Late' }));
    expect(names(module)).toEqual(['Harbour', 'Late']);
    expect(failed).not.toHaveBeenCalled();
  },
);

test('WAL-1 a wallet is listed once, regardless of the UUIDs that it announces, and another wallet with its UUID is listed too', async () => {
  const module = await load();
  const wallet = detail();
  announce(wallet);
  announce(wallet);
  announce(detail({ name: 'Renamed' }, wallet.provider));
  expect(names(module)).toEqual(['Harbour']);
  announce(detail({ uuid: wallet.info.uuid, name: 'Impostor' }));
  expect(names(module)).toEqual(['Harbour', 'Impostor']);
});

test('WAL-1 with thousands of announcements, the list is limited and keeps the first ones', async () => {
  const module = await load();
  announce(detail());
  for (let count = 0; count < 5_000; count += 1) announce(detail({ name: `Flood ${count}` }));
  expect(offered(module)).toHaveLength(24);
  expect(names(module)[0]).toBe('Harbour');
});

test('WAL-1 the demo wallet is first', async () => {
  const module = await load();
  announce(detail());
  announce(detail({ name: 'Demo wallet', rdns: 'local.tidewell.demo-wallet' }));
  expect(names(module)).toEqual(['Demo wallet', 'Harbour']);
});

test('WAL-1 window.ethereum is offered if no other wallet announces itself in time, even next to the demo wallet', async () => {
  page.ethereum = provider({ isMetaMask: true });
  const module = await load();
  announce(detail({ name: 'Demo wallet', rdns: 'local.tidewell.demo-wallet' }));
  expect(module.useBrowserWallets.getState().isWaiting).toBe(true);
  expect(names(module)).toEqual(['Demo wallet']);
  jest.advanceTimersByTime(1_000);
  await module.legacyWait;
  expect(module.useBrowserWallets.getState().isWaiting).toBe(false);
  expect(offered(module)[1]).toEqual({
    id: 'injected',
    name: null,
    rdns: null,
    icon: null,
    provider: page.ethereum,
  });
});

test('WAL-1 a wallet that announces itself, early or late, is not also offered as window.ethereum', async () => {
  const late = provider();
  page.ethereum = late;
  const module = await load();
  jest.advanceTimersByTime(1_000);
  expect(names(module)).toEqual([null]);
  announce(detail({}, late));
  expect(names(module)).toEqual(['Harbour']);
});

test('WAL-1 window.ethereum injected late is found through its event', async () => {
  const module = await load();
  expect(module.useBrowserWallets.getState().isWaiting).toBe(false);
  jest.advanceTimersByTime(1_000);
  expect(offered(module)).toEqual([]);
  page.ethereum = provider();
  window.dispatchEvent(new Event('ethereum#initialized'));
  const [found] = offered(module);
  expect(found?.provider).toBe(page.ethereum);
  // A second lookup returns the same object, so that the connector stays the same.
  window.dispatchEvent(new Event('ethereum#initialized'));
  expect(offered(module)[0]).toBe(found);
});

test('WAL-1 each provider in window.ethereum.providers is offered, named by its flag if that is known', async () => {
  const rabby = provider({ isMetaMask: true, isRabby: true });
  page.ethereum = provider({
    providers: [
      provider({ isMetaMask: true }),
      rabby,
      rabby,
      null,
      { request: 'no function' },
      provider({ isUnheardOf: true }),
      Object.defineProperty(provider({ isTrust: true }), 'isRabby', {
        get: () => {
          throw new Error('hostile getter');
        },
      }),
    ],
  });
  const module = await load();
  jest.advanceTimersByTime(1_000);
  expect(offered(module).map(({ id, name }) => [id, name])).toEqual([
    ['injected.isMetaMask', 'MetaMask'],
    ['injected.isRabby', 'Rabby Wallet'],
    ['injected', null],
    ['injected.isTrust', 'Trust Wallet'],
  ]);
});

test.each<[string, PropertyDescriptor]>([
  ['a text', { value: 'ethereum' }],
  ['without request', { value: {} }],
  [
    'a throwing getter',
    {
      get: () => {
        throw new Error('hostile getter');
      },
    },
  ],
  [
    'a proxy that throws',
    {
      value: new Proxy(
        {},
        {
          get: () => {
            throw new Error('hostile trap');
          },
          has: () => true,
        },
      ),
    },
  ],
])('WAL-1 window.ethereum as %s is not a wallet', async (_, descriptor) => {
  Object.defineProperty(window, 'ethereum', { ...descriptor, configurable: true });
  const module = await load();
  jest.advanceTimersByTime(1_000);
  expect(offered(module)).toEqual([]);
});
