import { prefixOf, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { readHead } from '../support/page-head';
import { expect, test } from '../support/site-test';

for (const locale of routing.locales) {
  const path = prefixOf(locale) + routes.help;

  test.describe(`${path} without JavaScript`, () => {
    test.use({ javaScriptEnabled: false });

    test(`HELP-1 ${path} has each entry of its contents, and is one link away`, async ({ page }) => {
      await page.goto(`${prefixOf(locale)}/about`);
      await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      const entries = page.locator('nav[aria-labelledby=contents] a');
      const anchors = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(anchors.length).toBeGreaterThan(12);
      expect(new Set(anchors).size).toBe(anchors.length);
      for (const anchor of anchors)
        await expect(page.locator(`${anchor} > :is(h2, h3)`).first()).toBeVisible();
    });
  });

  test(`HELP-1 the questions for search engines are those of ${path}`, async ({ page }) => {
    // Before the visit, because the page's policy forbids to parse HTML.
    const { jsonLd } = await readHead(page, path);
    await page.goto(path);
    const asked = await page.locator('#questions h3').allTextContents();
    expect(jsonLd[1]).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: asked.map((name) => ({ '@type': 'Question', name })),
    });
  });
}

test('HELP-4 security.txt is text, served without a redirect, and its policy is on the help page', async ({
  page,
  request,
}) => {
  const response = await request.get('/.well-known/security.txt', { maxRedirects: 0 });
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const policy = /^Policy: (\S+)$/m.exec(await response.text())?.[1];
  await page.goto(policy ?? '');
  await expect(page.getByRole('heading', { name: 'Report a vulnerability' })).toBeInViewport();
});
