import { expect, test } from '@playwright/test';
import { notePastPrices } from '../support/price-api';

// Runs once before any page requests them, because the server caches price history for a minute.
test('PRICE-2 the days before are noted for the tests that look at them', async () => {
  await expect.poll(() => notePastPrices()).toBeGreaterThan(0);
});
