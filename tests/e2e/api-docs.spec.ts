import { routes } from '@/lib/routes';
import { axeFindingsInThemes } from '../support/axe';
import { expect, test } from '../support/site-test';

test("A11Y-1 API-10 axe finds no violations in the API's documentation in either theme, and nothing is too wide", async ({
  page,
}) => {
  // This is the longest page, so it needs more time.
  test.setTimeout(300_000);
  await page.goto(routes.apiDocs);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `at ${width} px`).toBe(0);
  }
  expect(await axeFindingsInThemes(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('API-10 the documentation describes every call of the document, each with a link to it', async ({
    page,
    request,
  }) => {
    const document = await (await request.get(routes.apiDocument)).json();
    const operations: { operationId: string; summary: string }[] = Object.values(document.paths).flatMap(
      (item) => Object.values(item as object),
    );
    expect(operations.length).toBeGreaterThan(20);
    await page.goto(routes.test);
    await page.getByRole('link', { name: 'API documentation' }).click();
    await expect(page).toHaveURL(routes.apiDocs);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    for (const { operationId, summary } of operations) {
      await expect(page.locator(`article[aria-labelledby="${operationId}"]`)).toContainText(summary);
      await expect(page.locator(`nav a[href="#${operationId}"]`)).toHaveCount(1);
    }
    const targets = await page
      .locator('a[href^="#"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''));
    for (const id of new Set(targets)) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
  });
});

test('API-10 OPS-5 the documentation is a page with its own policy and no external resources', async ({
  page,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
      outside.push(request.url());
  });
  const response = await page.goto(routes.apiDocs);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("style-src 'self'; ");
  // Only nodes on this device, which the local demo lets users choose, have any port.
  expect(policy.replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\*/g, '')).not.toMatch(/unsafe-|\*/);
  expect(outside).toEqual([]);
});

test('API-10 other sites may read the document and the token list', async ({ request }) => {
  for (const path of [routes.apiDocument, '/api/tokenlist.json']) {
    const response = await request.get(path);
    expect(response.headers()['access-control-allow-origin']).toBe('*');
    expect(response.headers()['content-type']).toContain('application/json');
  }
});
