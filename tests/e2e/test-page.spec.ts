import { PROGRESS_MS_PER_PERCENT } from '@/lib/constants';
import { expect, test } from '../support/site-test';

test.beforeEach(({ page }) => page.goto('/test'));

test('TEST-1 the progress ring moves to a target and back', async ({ page }) => {
  const ring = page.getByRole('progressbar', { name: 'Progress' });
  const start = Date.now();
  await page.getByRole('button', { name: 'Go to 100%' }).click();
  await expect(ring).toHaveAttribute('aria-valuenow', '100');
  expect(Date.now() - start).toBeGreaterThanOrEqual(100 * PROGRESS_MS_PER_PERCENT);
  await page.getByRole('button', { name: 'Go to 25%' }).click();
  await expect(ring).toHaveAttribute('aria-valuenow', '25');
});

test('TEST-2 the slider snaps to the nearest stop when released between two stops', async ({ page }) => {
  const slider = page.getByRole('slider', { name: 'Sample amount' });
  const track = page.locator('.snap-slider').filter({ has: slider });
  await track.scrollIntoViewIfNeeded();
  const box = await track.boundingBox();
  if (!box) throw new Error('the slider has no box');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 8 });
  await expect(slider).toHaveAttribute('aria-valuenow', '12');
  await page.mouse.up();
  await expect(slider).toHaveAttribute('aria-valuenow', '10');
  await page.getByRole('button', { name: 'Set to 75%' }).click();
  await expect(slider).toHaveAttribute('aria-valuenow', '15');
});

test('TEST-3 shows the response of a successful request and the error of a failed one', async ({ page }) => {
  const status = page.getByRole('region', { name: 'Sample requests' }).getByRole('status');
  await page.getByRole('button', { name: 'GET /coin/list' }).click();
  await expect(status).toHaveText(/^Answered in \d+ ms$/);
  await expect(page.getByRole('main').locator('pre')).toContainText('"pageSize": 20');
  await page.getByRole('button', { name: 'GET /user/info' }).click();
  await expect(status).toHaveText(/^Failed after \d+ ms: .+/);
});

test('TEST-3 cancels a pending request', async ({ page }) => {
  // Never respond, so that only canceling ends the request.
  await page.route('**/api/coin/1', () => undefined);
  const status = page.getByRole('region', { name: 'Sample requests' }).getByRole('status');
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await expect(cancel).toBeDisabled();
  await page.getByRole('button', { name: 'GET /coin/1' }).click();
  await expect(status).toHaveText('Waiting for the response…');
  await cancel.click();
  await expect(status).toHaveText('Canceled.');
  await expect(cancel).toBeDisabled();
});

test('VAL-1 shows a problem as a warning, or only at the field when silent', async ({ page }) => {
  const notices = page.getByRole('region', { name: 'Notifications' });
  await page.getByLabel('Rule').selectOption('At most 2 decimal places');
  const value = page.getByLabel('Value to check');
  await value.fill('1.234');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(notices).toHaveText('at most 2 decimal places');
  await expect(value).toHaveAccessibleDescription('at most 2 decimal places');
  await notices.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByLabel('Silent').check();
  await page.getByLabel('Rule').selectOption('6 to 20 characters');
  await value.press('Enter');
  await expect(value).toHaveAccessibleDescription('character length is 6 ~ 20 characters');
  await expect(notices).toBeEmpty();
  await value.fill('sixsix');
  await value.press('Enter');
  await expect(value).toHaveAccessibleDescription('Valid.');
});

test('TEST-4 asks search engines not to index the page', async ({ page }) => {
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
});
