import type { Response } from '@playwright/test';
import { expect, test } from '../support/site-test';

for (const [from, to] of [
  ['/', '/home'],
  ['/?a=1&b=2', '/home?a=1&b=2'],
  ['/zh-Hant', '/zh-Hant/home'],
  ['/zh-Hant?a=1', '/zh-Hant/home?a=1'],
  ['/en/about', '/about'],
] as const) {
  test(`SITE-1 ${from} redirects to ${to}`, async ({ request, baseURL }) => {
    const response = await request.get(from, { maxRedirects: 0 });
    expect(response.status()).toBe(307);
    expect(new URL(response.headers().location ?? '', baseURL).href).toBe(baseURL + to);
  });
}

for (const [path, notFound] of [
  ['/nope', '/404'],
  ['/a/b/c.d', '/404'],
  ['/cont/5', '/404'],
  ['/cont/x', '/404'],
  ['/zh-Hant/nope', '/zh-Hant/404'],
  ['/zh-Hant/cont/0', '/zh-Hant/404'],
  ['/images/nope.png', '/404'],
  ['/images/art/nope.svg', '/404'],
  ['/icons/home', '/404'],
  ['/coins/a/b/c', '/404'],
  ['/.well-known/nope?embed=1&from=x', '/404?embed=1'],
  ['/_next/nope', '/404'],
] as const) {
  test(`SITE-2 SITE-3 unknown ${path} redirects to ${notFound}, which returns status 404`, async ({
    request,
  }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    const { pathname, search } = new URL(response.url());
    expect(pathname + search).toBe(notFound);
    expect(await response.text()).toMatch(/<meta name="robots" content="[^"]*noindex/);
  });
}

test('SITE-2 returns the envelope for an unknown API path', async ({ request }) => {
  const response = await request.get('/api/nope');
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ code: 404, data: null });
});

test('SITE-4 I18N-1 pages are complete without JavaScript, in both languages', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, lang] of [
    ['/home', 'en'],
    ['/zh-Hant/home', 'zh-Hant'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.headers()['cache-control']).toContain('s-maxage');
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link')).not.toHaveCount(0);
  }
});

test('SITE-8 the theme follows the system until the user chooses one, without a flash', async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto('/home');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.getByRole('banner').getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveClass(/light/);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.documentElement.dataset.firstTheme = document.documentElement.className;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/light/);
  expect(await page.locator('html').getAttribute('data-first-theme')).not.toMatch(/\bdark\b/);
});

test('SITE-7 the side menu traps focus, closes on Escape, backdrop click and link click, and restores focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/home');
  const button = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await button.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(10, 400);
  await expect(menu).toBeHidden();

  await button.click();
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 768, height: 780 });
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 390, height: 780 });

  await button.click();
  await menu.getByRole('link', { name: 'Infrastructure finance and development' }).click();
  await expect(page).toHaveURL(/\/cont\/2$/);
  await expect(menu).toBeHidden();
});

test('I18N-2 choosing a language stores it and keeps the path and query', async ({ page }) => {
  await page.goto('/about?from=test');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /language/i })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Choose a language' });
  await expect(dialog.getByRole('button', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  await dialog.getByRole('button', { name: /中文/ }).click();
  await expect(page).toHaveURL(/\/zh-Hant\/about\?from=test$/);
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('zh_CN');
  await page.goto('/download');
  await expect(page).toHaveURL(/\/zh-Hant\/download$/);
  await page.goto('/download?lang=en_US');
  await expect(page).toHaveURL(/\/download\?lang=en_US$/);
});

test('CUR-1 stores the display currency chosen in the dialog and restores it after a reload', async ({
  page,
}) => {
  await page.goto('/home');
  const button = page.getByRole('banner').getByRole('button', { name: /USD/ });
  await button.click();
  await page
    .getByRole('dialog', { name: 'Choose a display currency' })
    .getByRole('button', { name: /^Euro ?EUR €/ })
    .click();
  await expect(page.getByRole('banner').getByRole('button', { name: /EUR/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('legalItem'))).toBe('EUR');
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: /EUR/ })).toBeVisible();
});

test('SITE-5 a link followed from a scrolled page opens the new page at the top immediately', async ({
  page,
}) => {
  await page.goto('/home');
  await page.evaluate(() => {
    window.scrollTo({ top: 2_000, behavior: 'instant' });
    const seen: number[] = [];
    Object.assign(window, { seen });
    window.addEventListener('scroll', () => location.pathname === '/about' && seen.push(window.scrollY));
  });
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Real assets/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(
    await page.evaluate(() => new Set((window as unknown as { seen: number[] }).seen).size),
  ).toBeLessThan(3);
});

test('DLG-3 a dialog has a visible border in forced-colors mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: /USD/ }).click();
  const edge = await page
    .getByRole('dialog')
    .evaluate((element) => [
      getComputedStyle(element).borderTopWidth,
      getComputedStyle(element).borderTopColor,
    ]);
  expect(edge[0]).toBe('1px');
  expect(edge[1]).not.toMatch(/^rgba\(.*, 0\)$/);
});

test('WAL-1 does not load wallet code on a public page before intent', async ({ page }) => {
  const bodies: Promise<string>[] = [];
  const collect = (response: Response) => {
    if (response.url().endsWith('.js')) bodies.push(response.text());
  };
  page.on('response', collect);
  await page.goto('/home', { waitUntil: 'networkidle' });
  // A response that came after this would be read when the test has ended.
  page.off('response', collect);
  // The bodies of the last responses may not have arrived yet.
  const scripts = await Promise.all(bodies);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((text) => /eip6963:|eth_requestAccounts|personal_sign/.test(text))).toEqual([]);
});

test('SITE-8 the theme switch in the mobile menu changes and stores the theme', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  const toggle = page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: 'Switch between light and dark' });
  await toggle.click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await toggle.click();
  await expect(page.locator('html')).toHaveClass(/light/);
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/light/);
});

test('I18N-2 CUR-1 NOTE-1 language, currency and announcements are available on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/about');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Announcements' }).click();
  await expect(page.getByRole('dialog', { name: 'Announcements' })).toBeVisible();
  await page.keyboard.press('Escape');
  await banner.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Display currency' }).click();
  await page
    .getByRole('dialog', { name: 'Choose a display currency' })
    .getByRole('button', { name: /EUR/ })
    .click();
  expect(await page.evaluate(() => localStorage.getItem('legalItem'))).toContain('EUR');
  await banner.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Language' }).click();
  await page.getByRole('dialog', { name: 'Choose a language' }).getByRole('button', { name: /中文/ }).click();
  await expect(page).toHaveURL(/\/zh-Hant\/about$/);
});

test('SITE-7 DLG-3 a dialog opened from the menu returns focus to the menu button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/about');
  const button = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of ['Display currency', 'Language']) {
    await button.click();
    await menu.getByRole('button', { name }).click();
    await expect(menu).toHaveCount(0);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('SITE-4 SITE-5 without JavaScript the header links to the wallet page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, name] of [
    ['/about', 'Wallet'],
    ['/zh-Hant/about', '錢包'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('banner').getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path.replace('/about', '/wallet'));
  }
});

for (const width of [390, 768, 1280]) {
  test(`SITE-5 the site navigation links to the wallet page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/about');
    if (width < 768) await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    const list = width < 768 ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('banner');
    await list.getByRole('navigation').getByRole('link', { name: 'Wallet', exact: true }).click();
    await expect(page).toHaveURL(/\/wallet$/);
  });
}
