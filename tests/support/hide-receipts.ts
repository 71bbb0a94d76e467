import type { Page } from '@playwright/test';
import { readChains } from './e2e-site';

type Call = { id: number; method: string };
type Answer = { id: number; result?: unknown };

/**
 * Makes a chain's node answer a page that it has no receipts, as if nothing was mined, until the returned function is
 * called.
 */
export async function hideReceipts(page: Page, chainId: number): Promise<() => void> {
  const node = `${readChains().chains.find(({ id }) => id === chainId)?.rpcUrl}/**`;
  let isHiding = true;
  await page.route(node, async (route) => {
    const asked: Call | Call[] = route.request().postDataJSON();
    const hidden = [asked].flat().filter(({ method }) => method === 'eth_getTransactionReceipt');
    if (!isHiding || hidden.length === 0) return route.continue();
    const response = await route.fetch();
    const answers: Answer | Answer[] = await response.json();
    const shown = [answers]
      .flat()
      .map((answer) => (hidden.some(({ id }) => id === answer.id) ? { ...answer, result: null } : answer));
    return route.fulfill({ response, json: Array.isArray(answers) ? shown : shown[0] });
  });
  // Removing the route would answer a request that it is about to answer.
  return () => {
    isHiding = false;
  };
}
