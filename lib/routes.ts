/** All paths of the site are built in this file. They have no locale prefix. */
export const BUSINESS_LINE_IDS = [1, 2, 3, 4] as const;
export type BusinessLineId = (typeof BUSINESS_LINE_IDS)[number];

export const routes = {
  index: '/',
  home: '/home',
  download: '/download',
  contact: '/contact',
  about: '/about',
  help: '/help',
  terms: '/article/terms',
  privacy: '/article/privacy',
  notFound: '/404',
  test: '/test',
  businessLines: '/cont',
  businessLine: (id: BusinessLineId) => `/cont/${id}` as const,
  wallet: '/wallet',
  /** The wallet page. Opens the connect dialog unless the visitor is signed in. */
  walletConnect: '/wallet?connect=open',
  /** The same, but connects the local demo's wallet without showing the list. */
  walletDemo: '/wallet?connect=demo',
  /** Shows one transaction, read from its chain. Also serves as the block explorer for chains that have none. */
  transaction: '/wallet/transaction',
  coins: '/wallet/coins',
  earn: '/wallet/earn',
  stake: '/wallet/stake',
  swap: '/wallet/swap',
  presale: '/wallet/presale',
  pledge: '/wallet/pledge',
  portfolio: '/wallet/portfolio',
  activity: '/wallet/activity',
  unlocks: '/wallet/unlocks',
  pay: '/wallet/pay',
  messages: '/wallet/messages',
  nfts: '/wallet/nfts',
  approvals: '/wallet/approvals',
  recovery: '/wallet/recovery',
  fees: '/wallet/fees',
  card: '/wallet/card',
  dapps: '/wallet/dapps',
  settings: '/wallet/settings',
  coin: (id: number) => `/wallet/coins?id=${id}` as const,
  receipt: (chainId: number, hash: string) =>
    `/wallet/transaction?${new URLSearchParams({ chainId: String(chainId), hash })}`,
  /** The API documentation and the OpenAPI document. They are in English only and aren't pages of the site. */
  apiDocs: '/api/docs',
  apiDocument: '/api/openapi.json',
} as const;

/**
 * The wallet's pages under `/wallet/`. Each has a view and is a key of `routes` and of `wallet` in the message files.
 */
export const walletPages = [
  'portfolio',
  'nfts',
  'activity',
  'approvals',
  'recovery',
  'swap',
  'coins',
  'earn',
  'stake',
  'pledge',
  'presale',
  'unlocks',
  'pay',
  'messages',
  'card',
  'transaction',
  'fees',
  'dapps',
  'settings',
] as const;
export type WalletPage = 'overview' | (typeof walletPages)[number];

/** The wallet's sections and their pages, in navigation order. A section opens with its first page. */
export const walletSections = [
  { name: 'home', pages: ['overview'] },
  { name: 'assets', pages: ['portfolio', 'nfts', 'activity', 'approvals', 'recovery'] },
  { name: 'trade', pages: ['swap', 'coins', 'dapps'] },
  { name: 'earn', pages: ['earn', 'stake', 'pledge', 'presale', 'unlocks'] },
  { name: 'pay', pages: ['pay', 'card'] },
  { name: 'messages', pages: ['messages'] },
] as const satisfies { name: string; pages: readonly WalletPage[] }[];

/** Returns whether a path without a locale belongs to the wallet. */
export const isWalletPath = (path: string): boolean =>
  path === routes.wallet || path.startsWith(`${routes.wallet}/`);

/** Returns the path of a wallet page. */
export const walletPath = (page: WalletPage) => (page === 'overview' ? routes.wallet : routes[page]);

/**
 * Every page that search engines may index, without a locale prefix. `/cont` is omitted, because it shows the first
 * business line, whose own page is canonical.
 */
export const indexablePaths: readonly string[] = [
  routes.home,
  routes.download,
  routes.about,
  routes.help,
  ...BUSINESS_LINE_IDS.map(routes.businessLine),
  routes.contact,
  routes.terms,
  routes.privacy,
];

/** Every page path, without a locale prefix. A test compares this list with the middleware and next.config.mjs. */
export const knownPaths: readonly string[] = [
  routes.home,
  routes.download,
  routes.contact,
  routes.about,
  routes.help,
  routes.terms,
  routes.privacy,
  routes.test,
  routes.businessLines,
  ...BUSINESS_LINE_IDS.map(routes.businessLine),
  routes.wallet,
  ...walletPages.map((page) => routes[page]),
];

/** Returns the path of a user's profile picture. */
export const avatarPath = (file: string) => `/avatars/${file}`;
