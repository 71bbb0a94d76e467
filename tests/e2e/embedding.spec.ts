import { chooseToken } from '../support/choose-token';
import { E2E_ORIGIN, FOREIGN_SHELL_ORIGIN } from '../support/e2e-site';
import {
  hears,
  installNativeShell,
  NATIVE_SHELLS,
  openShell,
  own,
  received,
} from '../support/embed-shell/native-shells';
import { fund } from '../support/fund';
import { expect, test } from '../support/wallet-test';

test.describe('in a frame of a listed origin', () => {
  test('SITE-11 reports the page, each path change and the session to the shell', async ({ page }) => {
    const site = await openShell(page, '/about?embed=1&from=shell');
    await hears(page, { type: 'navigate', path: '/about?from=shell' });
    await site.getByRole('main').getByRole('link', { name: 'Infrastructure finance' }).first().click();
    await hears(page, {
      type: 'navigate',
      path: '/cont/2',
      title: 'Infrastructure finance and development · Tidewell',
    });
    const types = (await received(page)).map(({ type }) => type);
    expect(types[0]).toBe('ready');
    expect(types.filter((type) => type === 'ready')).toHaveLength(1);
    expect(types.filter((type) => type === 'navigate')).toHaveLength(2);
    expect(await received(page)).toContainEqual({ ...own, type: 'session', state: 'anonymous' });
    expect((await received(page))[0]).toEqual({
      ...own,
      type: 'ready',
      path: '/about?from=shell',
      locale: 'en',
      theme: 'light',
    });
    await expect(site.getByRole('banner')).toHaveCount(0);
  });

  test('SITE-11 reports dialogs to the shell, which closes them and goes back until it is told to exit', async ({
    page,
  }) => {
    const site = await openShell(page, '/about?embed=1');
    await hears(page, { type: 'ready' });
    await site.getByRole('main').getByRole('link', { name: 'Infrastructure finance' }).first().click();
    await hears(page, { type: 'navigate', path: '/cont/2' });
    await page.getByRole('button', { name: 'Back' }).click();
    const pages = async () =>
      (await received(page))
        .filter(({ type }) => type === 'navigate')
        .map(({ path, title }) => [path, title]);
    await expect.poll(pages).toEqual([
      ['/about', 'About us · Tidewell'],
      ['/cont/2', 'Infrastructure finance and development · Tidewell'],
      ['/about', 'About us · Tidewell'],
    ]);
    await page.getByRole('button', { name: 'Back' }).click();
    await hears(page, { type: 'close' });

    await openShell(page, '/wallet?embed=1');
    const connect = site.getByRole('main').getByRole('button', { name: 'Connect wallet' });
    for (const way of ['Close dialog', 'Back']) {
      await connect.click();
      await expect(site.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible();
      await hears(page, { type: 'dialog', name: 'wallet', open: true });
      await page.getByRole('button', { name: way, exact: true }).click();
      await expect(site.getByRole('dialog')).toHaveCount(0);
      await hears(page, { type: 'dialog', name: 'wallet', open: false });
    }
    expect((await received(page)).filter(({ type }) => type === 'close')).toEqual([]);
  });

  test('SITE-11 SITE-8 I18N-1 the shell sets theme, language and currency for the visit only', async ({
    page,
  }) => {
    const site = await openShell(page, '/about?embed=1&theme=light');
    const root = site.locator('html');
    await hears(page, { type: 'ready', theme: 'light' });
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect(root).toHaveClass(/dark/);
    await page.getByRole('button', { name: 'EUR' }).click();
    await page.getByRole('button', { name: '中文' }).click();
    await expect(root).toHaveAttribute('lang', 'zh-Hant');
    await expect(root).toHaveClass(/dark/);
    await expect(root).toHaveAttribute('data-currency', 'EUR');
    await hears(page, { type: 'ready', path: '/zh-Hant/about', locale: 'zh-Hant', theme: 'dark' });
    await page.getByRole('button', { name: 'English' }).click();
    await expect(root).toHaveAttribute('lang', 'en');
    const stored = await root.evaluate(() => ['lang', 'theme', 'legalItem'].map((key) => localStorage[key]));
    expect(stored).toEqual([undefined, undefined, undefined]);
  });

  test('SITE-11 forged, malformed and outdated messages change nothing', async ({ page }) => {
    const site = await openShell(page, '/about?embed=1&theme=light');
    const root = site.locator('html');
    await hears(page, { type: 'ready' });
    const dark = { ...own, type: 'set-theme', theme: 'dark' };
    // Another window of the listed origin isn't the parent, so its message is ignored.
    await page.evaluate((message) => {
      const sibling = document.createElement('iframe');
      document.body.append(sibling);
      const send = new (sibling.contentWindow as unknown as { Function: typeof Function }).Function(
        'message',
        'site',
        'parent.frames[0].postMessage(message, site)',
      );
      send(message, '*');
    }, dark);
    // A message from the page's own window is ignored too, because it isn't the parent.
    await root.evaluate((_, message) => window.postMessage(message, '*'), dark);
    await page.evaluate(
      ({ site: origin, messages }) => {
        for (const message of messages) window.frames[0]?.postMessage(message, origin);
      },
      {
        site: E2E_ORIGIN,
        messages: [
          null,
          'dark',
          JSON.stringify(dark),
          { ...dark, version: 2 },
          { ...dark, source: 'other' },
          { ...dark, theme: 'darkest' },
          { ...own, type: 'set-currency', currency: '<b>' },
          { ...own, type: 'set-language', lang: 'constructor' },
          { ...own, type: 'open', url: 'https://example.org' },
          { ...own, type: 'set-currency', currency: 'JPY' },
        ],
      },
    );
    // Only the last message is valid. Once it takes effect, all earlier messages have been processed.
    await expect(root).toHaveAttribute('data-currency', 'JPY');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await expect(root).toHaveClass(/light/);
    await expect(root).toHaveAttribute('lang', 'en');
  });
});

test('SITE-11 OPS-5 a page of an unlisted origin cannot embed the site', async ({
  page,
  policyViolations,
}) => {
  await openShell(page, '/about?embed=1', FOREIGN_SHELL_ORIGIN);
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  policyViolations.length = 0;
});

test('SITE-11 OPS-5 a shell of an unlisted origin receives nothing', async ({ page }) => {
  // Remove the header that would block the frame.
  await page.route(`${E2E_ORIGIN}/about*`, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const site = await openShell(page, '/about?embed=1', FOREIGN_SHELL_ORIGIN);
  await expect(site.locator('html')).toHaveAttribute('data-embed', '1');
  await page.waitForLoadState('networkidle');
  await site.getByRole('main').getByRole('link', { name: 'Infrastructure finance' }).first().click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Infrastructure finance and development');
  // Messages keep their order, so any earlier message would have arrived before this one.
  await site.locator('html').evaluate(() => window.parent.postMessage('the last', '*'));
  await expect.poll(() => received(page)).toEqual(['the last']);
});

for (const shell of NATIVE_SHELLS) {
  test(`SITE-11 ${shell}: the native side receives the page's messages and controls it`, async ({ page }) => {
    const heard = await installNativeShell(page, shell);
    const hearsNatively = (message: Record<string, unknown>) =>
      expect.poll(() => heard).toContainEqual(expect.objectContaining({ ...own, ...message }));
    const say = (message: Record<string, unknown>) =>
      page.evaluate((given) => window.tidewell?.receive(given), { ...own, ...message });

    await page.goto('/zh-Hant/article/terms?embed=1');
    await hearsNatively({ type: 'ready', path: '/zh-Hant/article/terms', locale: 'zh-Hant' });
    await hearsNatively({ type: 'session', state: 'anonymous' });
    await say({ type: 'set-theme', theme: 'dark' });
    await expect(page.locator('html')).toHaveClass(/dark/);
    await say({ type: 'set-theme', theme: 'pink' });
    await expect(page.locator('html')).toHaveClass(/dark/);
    await page.getByRole('link', { name: '返回' }).first().click();
    await hearsNatively({ type: 'close' });
    await expect(page).toHaveURL(/\/zh-Hant\/article\/terms\?embed=1/);
  });
}

test('SITE-11 leaves external links and pages without history to the shell', async ({ page, context }) => {
  const heard = await installNativeShell(page, 'React Native WebView');
  const last = () => expect.poll(() => heard.at(-1));
  await page.goto('/download?embed=1');
  await last().toMatchObject({ type: 'navigate' });
  // Add a store link like the one that appears once the operator has configured it.
  await page.getByRole('main').evaluate((main) => {
    const link = Object.assign(document.createElement('a'), {
      href: 'https://play.google.com/store/apps/details?id=example.tidewell.app',
      target: '_blank',
      rel: 'noopener',
      textContent: 'Google Play',
    });
    main.prepend(link);
  });
  await page.getByRole('link', { name: 'Google Play' }).click();
  await last().toEqual({
    ...own,
    type: 'external-link',
    url: 'https://play.google.com/store/apps/details?id=example.tidewell.app',
  });
  expect(context.pages()).toHaveLength(1);
  await page.getByRole('link', { name: 'Close' }).click();
  await last().toEqual({ ...own, type: 'close' });

  await page.goto('/contact?embed=1');
  await last().toMatchObject({ type: 'navigate' });
  for (const label of ['First name', 'Last name', 'Message']) await page.getByLabel(label).fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Open email app' }).click();
  await last().toMatchObject({ type: 'external-link', url: expect.stringMatching(/^mailto:/) });
});

test('SITE-11 a sign-in and a deposit reach the shell without token or amount', async ({ page, wallet }) => {
  // With reduced motion, the shell gets no haptics.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const heard = await installNativeShell(page, 'WKWebView');
  await fund(wallet.account.address, 'tUSDT', '1000', 31337);
  await page.goto('/wallet?embed=1');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
  await main.getByRole('button', { name: 'Deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  await chooseToken(dialog, 'tUSDT');
  await dialog.getByLabel('Amount', { exact: true }).fill('731.25');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Deposit 731.25 tUSDT' }).click();
  await expect(dialog.getByText('Checked and credited')).toBeVisible();

  const transactions = () => heard.flatMap((message) => (message.type === 'transaction' ? [message] : []));
  await expect
    .poll(() => transactions().map(({ kind, state }) => `${kind} ${state}`))
    .toEqual([
      'approve pending',
      'approve confirmed',
      'deposit pending',
      'deposit confirmed',
      'deposit verified',
    ]);
  expect(heard.filter(({ type }) => type === 'haptic')).toEqual([
    { ...own, type: 'haptic', style: 'success' },
  ]);
  for (const { chainId, hash } of transactions())
    expect([chainId, hash]).toEqual([31337, expect.stringMatching(/^0x[0-9a-f]{64}$/)]);
  expect(heard).toContainEqual({
    ...own,
    type: 'session',
    state: 'loggedIn',
    address: wallet.account.address,
  });
  const token = await page.evaluate(() => /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1]);
  expect(token).toBeTruthy();
  expect(JSON.stringify(heard)).not.toContain(token);
  expect(JSON.stringify(heard)).not.toMatch(/731\.25|731250000/);
  for (const message of transactions())
    expect(Object.keys(message).sort()).toEqual([
      'chainId',
      'hash',
      'kind',
      'source',
      'state',
      'type',
      'version',
    ]);

  heard.length = 0;
  await page.reload();
  await expect.poll(() => heard.map(({ type }) => type)).toContain('session');
  expect(transactions()).toEqual([]);
});
