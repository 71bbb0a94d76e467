type WalletApp = {
  name: string;
  /** The maker's download page, for phones and browsers. */
  install: string;
  /** Returns the link by which the app opens a page in its own browser, as its maker documents it. */
  open: (page: URL) => string;
};

/** Apps whose makers document such a link (docs/wallets.md has the sources). imToken's opens nothing without the app. */
export const walletApps: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    install: 'https://metamask.io/download',
    open: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  {
    name: 'Trust Wallet',
    install: 'https://trustwallet.com/download',
    open: ({ href }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(href)}`,
  },
  {
    name: 'Coinbase Wallet',
    install: 'https://www.coinbase.com/wallet/downloads',
    open: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`,
  },
  {
    name: 'OKX Wallet',
    install: 'https://web3.okx.com/download',
    open: ({ href }) => {
      const inApp = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(href)}`;
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(inApp)}`;
    },
  },
  {
    name: 'imToken',
    install: 'https://token.im/download',
    open: ({ href }) => `imtokenv2://navigate/DappView?url=${encodeURIComponent(href)}`,
  },
];

/** Returns the address of a page for the browser of a wallet app, where no shell of another app is around it (SITE-11). */
export function pageForWalletApp(address: string): URL {
  const url = new URL(address);
  url.searchParams.delete('embed');
  url.hash = '';
  return url;
}
