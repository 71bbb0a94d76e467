import { readChainId, showPlace } from '@/components/wallet/shell/page-place';

/** Which network's contract, and which of its terms, as the address names them. */
export type PledgePlace = { chainId: number | null; termId: bigint | null };

/** The place in an address. */
export function readPledgePlace(params: Pick<URLSearchParams, 'get'>): PledgePlace {
  const term = params.get('term') ?? '';
  return { chainId: readChainId(params), termId: /^\d{1,15}$/.test(term) ? BigInt(term) : null };
}

/** Names a place in the address, in place of the one before: going back leaves the page. */
export function showPledgePlace({ chainId, termId }: { chainId: number; termId: bigint | null }): void {
  showPlace({ chain: String(chainId), term: termId?.toString() ?? null });
}
