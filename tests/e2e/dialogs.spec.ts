import { fund } from '../support/fund';
import { settled } from '../support/site-test';
import { expect, test, withMotion } from '../support/wallet-test';

const DIALOG_DRAG_CLOSE_RATIO = 0.6;

test.use(withMotion);

test('WAL-2 COPY-1 the wallet dialog shows account, balances of every chain, copy, explorer and a chain switch', async ({
  walletPage,
  wallet,
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await fund(wallet.account.address, 'tUSDT', '321.5', 31337);
  await walletPage.open('/home');
  await walletPage.signIn();
  await walletPage.openAccount();
  const dialog = walletPage.dialog('Account');
  await expect(dialog).toContainText(wallet.account.address);
  await expect(
    dialog.getByRole('table', { name: 'Local chain 1' }).getByRole('row', { name: /tUSDT/ }),
  ).toContainText('321.5');
  await expect(dialog.getByRole('table', { name: 'Local chain 2' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Copy address' }).click();
  await walletPage.told('copy successful');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.account.address);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await dialog.getByRole('button', { name: 'Copy address' }).click();
  await walletPage.told('copy failed');

  await expect(dialog.getByRole('link', { name: 'View in explorer' })).toHaveAttribute(
    'href',
    new RegExp(`address=${wallet.account.address}$`),
  );
  await dialog.getByLabel('Network').selectOption({ label: 'Local chain 2' });
  await expect.poll(() => wallet.chainId).toBe(31338);
});

test('DLG-1 DLG-3 a dialog takes and keeps the focus, locks the page without moving it, and returns the focus', async ({
  walletPage,
  page,
}) => {
  await walletPage.open('/home');
  const width = () => page.evaluate(() => document.querySelector('header')?.getBoundingClientRect().width);
  const before = await width();
  await walletPage.connectButton().click();
  const dialog = walletPage.dialog('Connect a wallet');
  // The dialog takes the focus shortly after it appears. A Tab pressed before that would be undone.
  await expect(dialog).toBeFocused();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    // After the last element, the focus briefly moves to an element of the focus trap.
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  expect(await width()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(walletPage.connectButton()).toBeFocused();
});

test('DLG-2 dragging a sheet down more than 60 percent of its height closes it; less springs back', async ({
  walletPage,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await walletPage.open('/home');
  await walletPage.connectButton().click();
  const dialog = walletPage.dialog('Connect a wallet');
  const drag = async (ratio: number) => {
    const box = await settled(dialog);
    await page.mouse.move(box.x + box.width / 2, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 12 + box.height * ratio, { steps: 4 });
    await page.mouse.up();
  };
  await drag(DIALOG_DRAG_CLOSE_RATIO - 0.1);
  await settled(dialog);
  expect(await dialog.evaluate((element) => getComputedStyle(element).transform)).toBe(
    'matrix(1, 0, 0, 1, 0, 0)',
  );
  await drag(DIALOG_DRAG_CLOSE_RATIO + 0.1);
  await expect(dialog).toBeHidden();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const width of [360, 1280])
    test(`DLG-2 a dialog appears in its place, without a jump, at ${width} px`, async ({
      walletPage,
      page,
    }) => {
      const dialog = walletPage.dialog('Connect a wallet');
      await page.setViewportSize({ width, height: 780 });
      await page.goto('/home');
      // The connect dialog starts from its first position only when it opens again, because its code is loaded by then.
      await walletPage.connectButton().click();
      await settled(dialog);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          const popup = document.querySelector('.dialog-popup[data-starting-style]');
          if (!popup) return;
          document.documentElement.dataset.firstTransform = getComputedStyle(popup).transform;
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
      });
      await walletPage.connectButton().click();
      await settled(dialog);
      expect(await page.locator('html').getAttribute('data-first-transform')).toBe(
        'matrix(1, 0, 0, 1, 0, 0)',
      );
    });
});

test('DLG-1 WAL-1 wallets with names of any length fit the dialog on a phone', async ({
  walletPage,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    const info = {
      uuid: '3b1f0c52-7c1e-4f0e-9c39-5a4f6f1d2e11',
      name: `Light${'house'.repeat(9)} Wallet Wallet`,
      rdns: 'test.long',
    };
    const provider = { request: () => Promise.resolve([]) };
    window.addEventListener('eip6963:requestProvider', () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      ),
    );
  });
  await walletPage.open('/home');
  await walletPage.connectButton().click();
  const dialog = walletPage.dialog('Connect a wallet');
  await expect(dialog.getByRole('button', { name: /Lighthouse/ })).toBeVisible();
  const tooWide = await dialog
    .locator('.dialog-body')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(tooWide).toBe(0);
});

for (const width of [390, 1280]) {
  test(`WAL-2 the account dialog links to the wallet's pages and closes at ${width} px`, async ({
    walletPage,
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await walletPage.open('/about');
    await walletPage.signIn();
    await walletPage.openAccount();
    const dialog = walletPage.dialog('Account');
    await dialog.getByRole('navigation').getByRole('link', { name: 'Wallet' }).click();
    await expect(page).toHaveURL(/\/wallet$/);
    await expect(dialog).toBeHidden();
  });
}

test('WAL-2 the header keeps its layout when the session begins', async ({ walletPage, page }) => {
  const measure = async (path: string) => {
    const measured = [];
    for (const width of [360, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      measured.push(
        await page
          .getByRole('banner')
          .locator('a:visible, button:visible')
          .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON())),
      );
    }
    return { path, measured };
  };
  await walletPage.open('/zh-Hant/about');
  const chinese = await measure('/zh-Hant/about');
  await walletPage.open('/about?lang=en_US');
  const english = await measure('/about');
  await walletPage.signIn();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await measure('/about')).toEqual(english);
  await walletPage.open('/zh-Hant/about?lang=zh_CN');
  await expect(walletPage.header().getByRole('button', { name: '帳戶' })).toBeVisible();
  expect(await measure('/zh-Hant/about')).toEqual(chinese);
});

for (const [width, height] of [
  [360, 640],
  [640, 360],
  [1280, 800],
] as const) {
  test(`WAL-2 A11Y-1 the account dialog keeps its actions visible at ${width}×${height}`, async ({
    walletPage,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await walletPage.open('/about');
    await walletPage.signIn();
    await walletPage.openAccount();
    const dialog = walletPage.dialog('Account');
    await expect(dialog.getByRole('table', { name: 'Local chain 2' })).toBeAttached();
    await settled(dialog);
    for (const name of ['Deposit', 'Disconnect'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  });
}
