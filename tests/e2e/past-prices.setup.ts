import { expect, test } from '@playwright/test';
import { notePastPrices } from '../support/price-api';

// Runs once before any page requests them, because the server caches price history for a minute.
test('PRICE-2 stores the prices of the days before for the tests that show them', async () => {
  await expect.poll(() => notePastPrices()).toBeGreaterThan(0);
});
