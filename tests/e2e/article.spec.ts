import { expect, test } from '../support/site-test';

test('ART-1 shows English first, then the stored language; ?lang= takes precedence', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/article/terms');
  await expect(title).toHaveText('Terms of service');
  await page.evaluate(() => localStorage.setItem('lang', 'zh_CN'));
  await page.goto('/article/privacy');
  await expect(page).toHaveURL(/\/zh-Hant\/article\/privacy$/);
  await expect(title).toHaveText('隱私政策');
  await page.goto('/article/terms?lang=en_US');
  await expect(title).toHaveText('Terms of service');
});

test('ART-3 shows the date of the privacy policy', async ({ page }) => {
  await page.goto('/article/privacy');
  await expect(page.getByText('Last updated April 15, 2025')).toBeVisible();
});

test('ART-4 links from the contents to each section, and prints only the text', async ({ page }) => {
  await page.goto('/article/terms');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const links = await contents.getByRole('link').all();
  expect(links.length).toBe(await page.locator('article section').count());
  await contents.getByRole('link', { name: 'Force majeure' }).click();
  await expect(page).toHaveURL(/#force-majeure$/);
  const heading = page.getByRole('heading', { name: 'Force majeure' });
  await expect(heading).toBeInViewport();
  const bottomOfHeader = await page
    .getByRole('banner')
    .evaluate((element) => element.getBoundingClientRect().bottom);
  expect((await heading.boundingBox())?.y).toBeGreaterThan(bottomOfHeader);

  await page.emulateMedia({ media: 'print' });
  await expect(contents).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Force majeure' })).toBeVisible();
});

test('SITE-10 goes back in the history of the site, or home if there is none', async ({ page }) => {
  await page.goto('/article/terms');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/about$/);
});

test('SITE-10 tracks its own history if the browser has no Navigation API', async ({ page, context }) => {
  await context.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  await page.goto('/about');
  for (const way of ['by a link', 'forward', 'after a reload']) {
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
    if (way === 'by a link') await terms.click();
    else await page.goForward();
    await expect(page).toHaveURL(/\/article\/terms$/);
    if (way === 'after a reload') await page.reload();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/about$/);
  }

  const opened = context.waitForEvent('page');
  await page.evaluate(() => window.open('/article/privacy'));
  const newTab = await opened;
  await newTab.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(newTab).toHaveURL(/\/home$/);
});
