import { expect, test } from '../support/site-test';

test('CONT-1 names the team, and its close icon leads home', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect with our team');
  await page.getByRole('link', { name: 'Close and return to the home page' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('CONT-2 gives each field a label and autocomplete token, and lets the browser validate', async ({
  page,
}) => {
  await page.goto('/contact');
  const fields = await page
    .locator('form')
    .getByRole('textbox')
    .evaluateAll((inputs) =>
      inputs.map((input) => {
        const { name, required, labels, autocomplete } = input as HTMLInputElement;
        return [name, labels?.length, required, autocomplete];
      }),
    );
  expect(fields).toEqual([
    ['first_name', 1, true, 'given-name'],
    ['last_name', 1, true, 'family-name'],
    ['company', 1, false, 'organization'],
    ['country', 1, false, 'country-name'],
    ['email', 1, true, 'email'],
    ['phone', 1, false, 'tel'],
    ['message', 1, false, 'off'],
  ]);
  await expect(page.locator('form[novalidate]')).toHaveCount(0);
});

test('CONT-4 opens nothing and focuses the first invalid field', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Open email app' }).click();
  await expect(page.getByLabel('Last name')).toBeFocused();
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Open email app' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByRole('main').getByRole('status')).toBeEmpty();
});

test('CONT-3 sends no request and offers the message that it opened', async ({ page }) => {
  // Wait for the last request that the page sends automatically.
  const unread = page.waitForResponse('**/api/article/unreadCount');
  await page.goto('/contact');
  await unread;
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Message').fill('Line & line\nsecond + 你好');
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http')) requests.push(request.url());
  });
  await page.getByRole('button', { name: 'Open email app' }).click();
  await expect(page.getByRole('status').getByRole('link')).toHaveAttribute(
    'href',
    /^mailto:[^?]+\?subject=[^&]+&body=First%20name%3A%20Ada%0D%0ALast%20name%3A%20Lovelace%0D%0AEmail%3A%20ada%40example\.org%0D%0AMessage%3A%20Line%20%26%20line%0D%0Asecond%20%2B%20%E4%BD%A0%E5%A5%BD$/,
  );
  expect(requests).toEqual([]);
});

test('CONT-5 shows the address, and copies it for visitors without an email app', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/contact');
  const address = 'info@tidewell.example';
  await expect(page.getByRole('main').getByRole('link', { name: address })).toBeVisible();
  await page.getByRole('button', { name: 'Copy email address' }).click();
  await expect(page.getByText('copy successful')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});
