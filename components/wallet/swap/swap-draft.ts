import { createDraft, text } from '@/components/wallet/transfer/transfer-draft';
import { DEADLINE_MIN } from '@/lib/wallet/swap/arithmetic';

/** What is filled in for a swap, as typed; kept in this tab. */
export type SwapDraft = { amount: string; slippage: string; minutes: string };

const empty: SwapDraft = { amount: '', slippage: '0.5', minutes: String(DEADLINE_MIN.usual) };

export const swapDraft = createDraft<SwapDraft>('tidewell.swap', empty, (stored) => ({
  amount: text(stored.amount),
  slippage: text(stored.slippage) || empty.slippage,
  minutes: text(stored.minutes) || empty.minutes,
}));
