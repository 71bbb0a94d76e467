import { expect, test } from '@playwright/test';
import { notePastPrices } from '../support/price-api';

// Once, before any page asks for them: the server keeps what it has read of the past for a minute.
test('PRICE-2 the days before are noted for the tests that look at them', async () => {
  await expect.poll(() => notePastPrices()).toBeGreaterThan(0);
});
