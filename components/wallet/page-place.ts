/** The network that an address names, or null. */
export function readChainId(params: Pick<URLSearchParams, 'get'>): number | null {
  const chain = params.get('chain') ?? '';
  return /^[1-9]\d{0,14}$/.test(chain) ? Number(chain) : null;
}

/** Names a place in the address, in place of the one before: going back leaves the page. */
export function showPlace(change: Readonly<Record<string, string>>): void {
  const params = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(change)) params.set(name, value);
  window.history.replaceState(null, '', `?${params}`);
}
