import { type Hash, isHash } from 'viem';
import { readChainId } from '@/components/wallet/page-place';

export const payTabs = ['receive', 'pay'] as const;
export type PayTab = (typeof payTabs)[number];

/** Where on the page a reader is, as the address names it. */
export type PayPlace = {
  tab: PayTab;
  chainId: number | null;
  coinId: number | null;
  /** What is reviewed, as it was scanned, pasted or linked to. */
  request: string | null;
  /** The ledger's id of the payment whose progress is shown. */
  sent: Hash | null;
};

export function readPayPlace(params: Pick<URLSearchParams, 'get'>): PayPlace {
  const coin = params.get('coin') ?? '';
  const sent = params.get('sent') ?? '';
  return {
    tab: params.get('tab') === 'pay' ? 'pay' : 'receive',
    chainId: readChainId(params),
    coinId: /^[1-9]\d{0,8}$/.test(coin) ? Number(coin) : null,
    request: params.get('request'),
    sent: isHash(sent) ? sent : null,
  };
}

function changed(change: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return `?${params}`;
}

/** Names another place in the address, in place of the one before. */
export function showPayPlace(change: Readonly<Record<string, string | null>>): void {
  window.history.replaceState(null, '', changed(change));
}

/**
 * Opens the review of a request. Going back leads to where it was found. A camera sees a code again before the review is
 * there: what is open already is not opened anew.
 */
export function openReview(request: string): void {
  const { request: open, sent } = readPayPlace(new URLSearchParams(window.location.search));
  if (open === request && sent === null) return;
  window.history.pushState(null, '', changed({ tab: 'pay', request, sent: null }));
}
