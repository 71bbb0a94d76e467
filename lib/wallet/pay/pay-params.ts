import type { Address } from 'viem';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { pushPageParams, readChainId, readPageParams, updatePageParams } from '@/lib/browser/page-params';
import type { TokenOption } from '@/lib/wallet/tokens/token-choice';

export const payTabs = ['receive', 'pay'] as const;
export type PayTab = (typeof payTabs)[number];

export type PayLists = {
  account: Address;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** State of the pay page in the URL. */
export type PayParams = {
  tab: PayTab;
  chainId: number | null;
  coinId: number | null;
  /** The amount to request, as typed. It survives a reload, so that a part of it isn't taken for the whole. */
  ask: string;
  /** The request under review, as scanned, pasted, or linked. */
  request: string | null;
};

const MAX_ASK = 100;

export function readPayParams(params: Pick<URLSearchParams, 'get'>): PayParams {
  const coin = params.get('coin') ?? '';
  const ask = params.get('ask') ?? '';
  return {
    tab: params.get('tab') === 'pay' ? 'pay' : 'receive',
    chainId: readChainId(params),
    coinId: /^[1-9]\d{0,8}$/.test(coin) ? Number(coin) : null,
    ask: ask.length <= MAX_ASK ? ask : '',
    request: params.get('request'),
  };
}

/** Stores the chosen token and its network in the URL. */
export function choosePayToken({ chainId, coin }: TokenOption): void {
  updatePageParams({ chain: String(chainId), coin: String(coin.id) });
}

/**
 * Opens the form of a payment request. Back returns to the previous view. Ignores a request that is already open, because the
 * camera can read a code twice before the form renders.
 */
export function openRequest(request: string): void {
  const { request: open } = readPayParams(readPageParams());
  if (open !== request) pushPageParams({ tab: 'pay', request });
}
