import type { Page, Route } from 'playwright';

/**
 * `down`: no node accepts connections. `waiting`: nodes and the API never answer, except for lists that every wallet
 * page needs. `unconfirmed`: nodes know no receipt, so transactions stay pending.
 */
export type Network = 'up' | 'down' | 'waiting' | 'unconfirmed';

type Call = { id: unknown; method: string };

/** Answers as the node, but without the receipts. */
async function withoutReceipts(route: Route): Promise<void> {
  const body: unknown = route.request().postDataJSON();
  const calls = (Array.isArray(body) ? body : [body]) as Call[];
  const hidden = new Set(
    calls.filter(({ method }) => method === 'eth_getTransactionReceipt').map(({ id }) => id),
  );
  if (hidden.size === 0) return route.continue();
  const response = await route.fetch();
  const answer: unknown = await response.json();
  const blank = (one: Call & { result?: unknown }) => (hidden.has(one.id) ? { ...one, result: null } : one);
  await route.fulfill({ response, json: Array.isArray(answer) ? answer.map(blank) : blank(answer as Call) });
}

/** Sets whether the page reaches the nodes at `origins`, and the API. */
export async function setNetwork(page: Page, network: Network, origins: readonly string[]): Promise<void> {
  if (network === 'up') return;
  const isNode = (url: URL) => origins.includes(url.origin);
  if (network === 'down') await page.route(isNode, (route) => route.abort('connectionrefused'));
  else if (network === 'unconfirmed') await page.route(isNode, withoutReceipts);
  else {
    const isNeeded = ({ pathname }: URL) => /^\/api\/(config|coin\/list|user)\b/.test(pathname);
    // Requests hang until the page closes.
    await page.route(
      (url) => isNode(url) || (url.pathname.startsWith('/api/') && !isNeeded(url)),
      () => undefined,
    );
  }
}
