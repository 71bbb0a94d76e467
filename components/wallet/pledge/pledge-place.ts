/** Which network's contract, and which of its terms, as the address names them. */
export type PledgePlace = { chainId: number | null; termId: bigint | null };

const whole = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? BigInt(text) : null);

/** The place in an address. */
export function readPledgePlace(params: Pick<URLSearchParams, 'get'>): PledgePlace {
  const chain = whole(params.get('chain'));
  return { chainId: chain === null ? null : Number(chain), termId: whole(params.get('term')) };
}

/** Names a place in the address, in place of the one before: going back leaves the page. */
export function showPledgePlace({ chainId, termId }: { chainId: number; termId: bigint | null }): void {
  const params = new URLSearchParams(window.location.search);
  params.set('chain', String(chainId));
  if (termId === null) params.delete('term');
  else params.set('term', termId.toString());
  window.history.replaceState(null, '', `?${params}`);
}
