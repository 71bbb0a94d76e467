import type { TransferJob } from '@/lib/api/types';
import { isReplaced, type SignedTransfer } from './signed-transfer';

/**
 * What a page shows of a transfer: what the chain shows, or else how far it got. `asked` if the wallet may have signed it,
 * `signed` until the API has queued it, and `stopped` if the operator doesn't send it, although its signature is valid.
 */
export type TransferStage =
  | 'asked'
  | 'signed'
  | 'queued'
  | 'sent'
  | 'stopped'
  | 'confirmed'
  | 'canceled'
  | 'expired'
  | 'replaced';

/** Returns what to show of a transfer. `all` are the account's transfers, and `job` is what the API knows of it. */
export function stageOf(
  transfer: SignedTransfer,
  all: readonly SignedTransfer[],
  job: TransferJob | undefined,
): TransferStage {
  const { outcome, signature, refusal, isAccepted } = transfer;
  if (outcome) return outcome.kind;
  if (isReplaced(transfer, all)) return 'replaced';
  if (!signature) return 'asked';
  if (refusal !== undefined) return 'stopped';
  if (!isAccepted) return 'signed';
  if (job === undefined || job.state === 'queued') return 'queued';
  // The API may see a confirmation, or a deadline that has passed, before this device does.
  return job.state === 'canceled' || job.state === 'refused' || job.state === 'expired' ? 'stopped' : 'sent';
}
