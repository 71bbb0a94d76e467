import { expect, test } from '@playwright/test';
import { notePastPrices } from '../support/price-api';

// Runs before any page requests past prices, because the server caches price history for a minute.
test('PRICE-2 stores prices of past days for the tests that show them', async () => {
  await expect.poll(() => notePastPrices()).toBeGreaterThan(0);
});
