import { expect, test } from '@playwright/test';
import { countSampledCoins } from '../support/price-api';

// Runs before any page requests the price history, because the server caches it for a minute.
test('OPS-1 the launcher stores sample prices of the past month for all five coins', async () => {
  await expect.poll(() => countSampledCoins()).toBe(5);
});
