import { routes } from '@/lib/routes';
import { claims } from './website';

/**
 * Where each claim of the home page is fulfilled: a path of the site, or an address from the operator's settings. Null
 * if the feature is planned. Keys are paths in the `home` messages.
 */
export const homeClaims = {
  'trust.keys': `${routes.help}#keys`,
  'trust.verified': routes.activity,
  'trust.exit': routes.fees,
  'trust.trackers': `${routes.privacy}#collected`,
  'moments.counter': `${routes.pay}?tab=pay`,
  'moments.train': routes.swap,
  'moments.table': claims.chatTransfer,
  'moments.night': routes.stake,
  'nutshell.wallet': routes.portfolio,
  'nutshell.prices': routes.coins,
  'wallet.assets': routes.portfolio,
  'wallet.swap': routes.swap,
  'wallet.nft': routes.nfts,
  'wallet.qr': routes.pay,
  card: claims.card,
  'hub.calls': claims.voiceCalls,
  'hub.messages': claims.messages,
  'hub.dapps': claims.dapps,
  transfer: claims.chatTransfer,
  security: `${routes.help}#audits`,
  'why.qr': `${routes.pay}?tab=pay`,
  'why.fees': routes.fees,
  'earn.yield': routes.stake,
  'earn.risk': claims.riskOptions,
  'earn.liquidity': `${routes.earn}?show=flexible`,
} as const satisfies Record<string, string | null>;

export type HomeClaim = keyof typeof homeClaims;
