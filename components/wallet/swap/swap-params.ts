import { createDraft, text } from '@/components/wallet/transfer/transfer-draft';
import { updatePageParams } from '@/lib/browser/page-params';

/** The chain and coins selected in the URL. */
export type SwapParams = { chainId: number | null; sell: number | null; buy: number | null };

const names = { chainId: 'chain', sell: 'sell', buy: 'buy' } as const;

/**
 * Parses the selected chain and coins from the URL. The slippage tolerance is not in the URL, because a shared link
 * could raise it without the user noticing.
 */
export function readSwapParams(params: Pick<URLSearchParams, 'get'>): SwapParams {
  const whole = (name: string) => {
    const text = params.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  };
  return { chainId: whole(names.chainId), sell: whole(names.sell), buy: whole(names.buy) };
}

/** Updates the selection in the URL. Replaces the history entry, so that Back leaves the page. */
export function updateSwapParams(change: Partial<SwapParams>): void {
  const place: Record<string, string | null> = {};
  for (const key of ['chainId', 'sell', 'buy'] as const) {
    const value = change[key];
    if (value !== undefined) place[names[key]] = value === null ? null : String(value);
  }
  updatePageParams(place);
}

/** The swap form's input, stored in this tab. */
export type SwapDraft = { amount: string };

export const swapDraft = createDraft<SwapDraft>('tidewell.swap', { amount: '' }, (stored) => ({
  amount: text(stored.amount),
}));
