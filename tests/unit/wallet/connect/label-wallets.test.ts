import { type BrowserWallet, labelWallets } from '@/components/wallet/connect/browser-wallet';
import { pageForWalletApp, walletApps } from '@/components/wallet/connect/wallet-apps';

const wallet = (name: string | null, rdns: string | null): BrowserWallet => ({
  id: rdns ?? 'injected',
  name,
  rdns,
  icon: rdns ? 'data:image/png,' : null,
  provider: { request: async () => null } as never,
});

const labels = (...wallets: BrowserWallet[]) =>
  labelWallets(wallets, 'Browser wallet').map(({ name, note, icon }) => [name, note, icon !== null]);

test('WAL-1 wallets that cannot be confused show only their name and icon', () => {
  expect(labels(wallet('Harbour', 'test.harbour'), wallet('Lighthouse', 'test.lighthouse'))).toEqual([
    ['Harbour', undefined, true],
    ['Lighthouse', undefined, true],
  ]);
});

test.each([
  ['the same name', 'MetaMask'],
  ['other capitals and a space', 'metA maSk'],
  ['Cyrillic letters', 'МеtаМаsk'],
  ['a look-alike digit', 'MetaMa5k'],
])('WAL-1 two wallets with %s show the rdns and a neutral mark', (_, name) => {
  expect(
    labels(wallet('MetaMask', 'io.metamask'), wallet('Rabby', 'io.rabby'), wallet(name, 'evil.example')),
  ).toEqual([
    ['MetaMask', 'io.metamask', false],
    ['Rabby', undefined, true],
    [name, 'evil.example', false],
  ]);
});

test('WAL-1 two wallets with the same rdns are distinguished, even if their names match too', () => {
  expect(labels(wallet('Harbour', 'test.harbour'), wallet('Other', 'test.harbour'))).toEqual([
    ['Harbour', 'test.harbour', false],
    ['Other', 'test.harbour 2', false],
  ]);
  expect(labels(wallet('🦊', 'test.fox'), wallet('🦊', 'test.fox'))).toEqual([
    ['🦊', 'test.fox', false],
    ['🦊', 'test.fox 2', false],
  ]);
});

test('WAL-1 legacy wallets are numbered and always have a name', () => {
  expect(
    labels(wallet(null, null), wallet('MetaMask', null), wallet(null, null), wallet('MetaMask', null)),
  ).toEqual([
    ['Browser wallet', undefined, false],
    ['MetaMask', undefined, false],
    ['Browser wallet 2', undefined, false],
    ['MetaMask 2', undefined, false],
  ]);
});

const page = pageForWalletApp('https://wallet.example.org/zh-Hant/wallet/pay?to=0xaa&embed=1&amount=1#part');
const address = 'https://wallet.example.org/zh-Hant/wallet/pay?to=0xaa&amount=1';
const encoded = encodeURIComponent(address);

test('WAL-1 each wallet app gets the URL of this page through its documented link format', () => {
  expect(page.href).toBe(address);
  expect(Object.fromEntries(walletApps.map(({ name, open }) => [name, open(page)]))).toEqual({
    MetaMask: 'https://link.metamask.io/dapp/wallet.example.org/zh-Hant/wallet/pay?to=0xaa&amount=1',
    'Trust Wallet': `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    'Coinbase Wallet': `https://go.cb-w.com/dapp?cb_url=${encoded}`,
    'OKX Wallet': `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    imToken: `imtokenv2://navigate/DappView?url=${encoded}`,
  });
});

test('WAL-1 each wallet app has an HTTPS install page', () => {
  for (const { install } of walletApps) expect(new URL(install).protocol).toBe('https:');
});
