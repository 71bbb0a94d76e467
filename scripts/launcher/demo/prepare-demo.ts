import { creditDeposits, type DemoSite } from './credit-deposits';
import { storeSamplePrices } from './sample-prices';

/**
 * Adds the demo's data after the site starts at `site.url`: sample prices for the time before `startedAt`, and verified
 * deposits. Reports failures without stopping the site.
 */
export async function prepareDemo(site: DemoSite, startedAt: number, signal: AbortSignal): Promise<void> {
  const results = await Promise.allSettled([
    storeSamplePrices(site.databaseUrl, startedAt, signal),
    creditDeposits(site),
  ]);
  signal.throwIfAborted();
  for (const result of results)
    if (result.status === 'rejected') console.error('A part of the demo is missing:', result.reason);
}
