import { pageForWalletApp, walletApps } from '@/components/wallet/door/wallet-apps';

const page = pageForWalletApp('https://wallet.example.org/zh-Hant/wallet/pay?to=0xaa&embed=1&amount=1#part');
const address = 'https://wallet.example.org/zh-Hant/wallet/pay?to=0xaa&amount=1';
const encoded = encodeURIComponent(address);

test('WAL-1 each wallet app gets the address of this page, by the link that its maker documents', () => {
  expect(page.href).toBe(address);
  expect(Object.fromEntries(walletApps.map(({ name, open }) => [name, open(page)]))).toEqual({
    MetaMask: 'https://link.metamask.io/dapp/wallet.example.org/zh-Hant/wallet/pay?to=0xaa&amount=1',
    'Trust Wallet': `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    'Coinbase Wallet': `https://go.cb-w.com/dapp?cb_url=${encoded}`,
    'OKX Wallet': `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    imToken: `imtokenv2://navigate/DappView?url=${encoded}`,
  });
});

test('WAL-1 each wallet app can be installed from a page of its own', () => {
  for (const { install } of walletApps) expect(new URL(install).protocol).toBe('https:');
});
