import 'server-only';
import type { NftProblem } from '@/lib/api/schemas/nft';

/** Why a collectible cannot be shown: a finding about it, and no fault of ours. */
export class NftError extends Error {
  override name = 'NftError';
  constructor(
    readonly problem: NftProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
