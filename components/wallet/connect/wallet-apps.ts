type WalletApp = {
  name: string;
  /** The vendor's download page for phones and browsers. */
  install: string;
  /** Returns a link, as documented by the vendor, that opens a page in the app's browser. */
  open: (page: URL) => string;
};

/**
 * Wallet apps whose vendors document a link that opens a page in the app (sources in docs/wallets.md). imToken's link
 * does nothing if the app is not installed.
 */
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

/** Returns the URL to open in a wallet app's browser, without the `embed` parameter and the fragment (SITE-11). */
export function pageForWalletApp(address: string): URL {
  const url = new URL(address);
  url.searchParams.delete('embed');
  url.hash = '';
  return url;
}
