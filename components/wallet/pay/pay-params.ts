import { type Address, type Hash, isHash } from 'viem';
import { pushParams, readChainId } from '@/components/wallet/shell/page-params';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';

export const payTabs = ['receive', 'pay'] as const;
export type PayTab = (typeof payTabs)[number];

export type PayLists = {
  account: Address;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Where on the page a reader is, as the address names it. */
export type PayParams = {
  tab: PayTab;
  chainId: number | null;
  coinId: number | null;
  /** What is reviewed, as it was scanned, pasted or linked to. */
  request: string | null;
  /** The ledger's id of the payment whose progress is shown. */
  sent: Hash | null;
};

export function readPayParams(params: Pick<URLSearchParams, 'get'>): PayParams {
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

/**
 * Opens the review of a request. Going back leads to where it was found. A camera sees a code again before the review is
 * there: what is open already is not opened anew.
 */
export function openReview(request: string): void {
  const { request: open, sent } = readPayParams(new URLSearchParams(window.location.search));
  if (open === request && sent === null) return;
  pushParams({ tab: 'pay', request, sent: null });
}
