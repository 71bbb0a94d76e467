import { readFileSync } from 'node:fs';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { expect, test } from '../support/site-test';

const MOBILE_BREAKPOINT_PX = 768;

const languages = routing.locales.map((lang) => ({ prefix: prefixOf(lang), lang }));

function messages(lang: string) {
  return JSON.parse(readFileSync(`messages/${lang}.json`, 'utf8'));
}

/** Where each available claim leads. Keys are paths in the `home` messages. */
const claimPaths = {
  'trust.keys': `${routes.help}#keys`,
  'trust.verified': routes.activity,
  'trust.exit': routes.fees,
  'trust.trackers': `${routes.privacy}#collected`,
  'moments.counter': `${routes.pay}?tab=pay`,
  'moments.train': routes.swap,
  'moments.night': routes.stake,
  'nutshell.wallet': routes.portfolio,
  'nutshell.prices': routes.coins,
  'wallet.assets': routes.portfolio,
  'wallet.swap': routes.swap,
  'wallet.nft': routes.nfts,
  'wallet.qr': routes.pay,
  'hub.dapps': routes.dapps,
  security: `${routes.help}#audits`,
  'why.qr': `${routes.pay}?tab=pay`,
  'why.fees': routes.fees,
  'earn.yield': routes.stake,
  'earn.risk': routes.earn,
  'earn.liquidity': `${routes.earn}?show=flexible`,
};

/** Returns all strings in a message group. */
function texts(block: Record<string, unknown>): string[] {
  return Object.values(block).flatMap((value) =>
    typeof value === 'string' ? [value] : texts(value as Record<string, unknown>),
  );
}

for (const { prefix, lang } of languages) {
  const { home, shell } = messages(lang);
  const claims = [
    'trust',
    'nutshell',
    'wallet',
    'card',
    'hub',
    'transfer',
    'security',
    'why',
    'earn',
    'finance',
  ];

  test.describe(`in ${lang}, without JavaScript`, () => {
    test.use({ javaScriptEnabled: false });

    test('HOME-1 HOME-4 HOME-5 SITE-4 the page has every claim', async ({ page }) => {
      await page.goto(`${prefix}/home`);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.banner.title);
      const main = page.getByRole('main');
      for (const floor of claims) {
        const { picture: _, label: __, ...wording } = home[floor];
        for (const text of texts(wording)) await expect(main).toContainText(text);
      }
    });

    test('HOME-5 links every claim to its feature', async ({ page }) => {
      await page.goto(`${prefix}/home`);
      const main = page.getByRole('main');
      await expect(main.getByText(home.planned, { exact: true })).toHaveCount(0);
      for (const [claim, path] of Object.entries(claimPaths)) {
        const { title } = claim.split('.').reduce((group, key) => group[key], home);
        await expect(main.getByRole('link', { name: title, exact: true }), claim).toHaveAttribute(
          'href',
          prefix + path,
        );
      }
    });

    test('HOME-6 SITE-5 SITE-6 the business lines and all other pages are one link away', async ({
      page,
    }) => {
      await page.goto(`${prefix}/home`);
      for (const id of [1, 2, 3, 4]) {
        await expect(page.getByRole('main').locator(`a[href="${prefix}/cont/${id}"]`)).toHaveCount(1);
      }
      for (const path of ['home', 'download', 'about', 'contact']) {
        for (const landmark of ['banner', 'contentinfo'] as const) {
          await expect(page.getByRole(landmark).locator(`a[href="${prefix}/${path}"]`).last()).toBeVisible();
        }
      }
      await expect(page.getByRole('banner').getByRole('link', { name: shell.lines })).toHaveAttribute(
        'href',
        `${prefix}/cont`,
      );
      for (const path of ['help', 'article/terms', 'article/privacy', 'cont/1', 'cont/4']) {
        await expect(page.getByRole('contentinfo').locator(`a[href="${prefix}/${path}"]`)).toBeVisible();
      }
    });
  });

  test(`HOME-2 the links to the app appear at 768 px or less and follow a resize, in ${lang}`, async ({
    page,
  }) => {
    const link = page.getByRole('main').getByRole('link', { name: home.banner.download });
    await page.setViewportSize({ width: MOBILE_BREAKPOINT_PX + 1, height: 800 });
    await page.goto(`${prefix}/home`);
    await expect(link).toBeHidden();
    await page.setViewportSize({ width: MOBILE_BREAKPOINT_PX, height: 800 });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('href', `${prefix}/download`);
    await page.setViewportSize({ width: MOBILE_BREAKPOINT_PX + 1, height: 800 });
    await expect(link).toBeHidden();
  });

  test(`SITE-3 the not-found page has its status, its message and a link home, in ${lang}`, async ({
    page,
  }) => {
    const { notFound } = messages(lang);
    const answer = await page.goto(`${prefix}/no/such.page`);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveURL(`${prefix}/404`);
    await expect(page).toHaveTitle(new RegExp(notFound.metaTitle));
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.title);
    await page.getByRole('link', { name: notFound.home }).click();
    await expect(page).toHaveURL(`${prefix}/home`);
  });
}

test('HOME-1 Connect wallet opens the list of wallets on the wallet page, on each visit', async ({
  page,
}) => {
  await page.goto(routes.home);
  const { banner } = messages('en').home;
  for (const visit of ['first', 'second']) {
    await page.getByRole('main').getByRole('link', { name: banner.connect, exact: true }).click();
    const list = page.getByRole('dialog', { name: 'Connect a wallet' });
    await expect(list.getByRole('button', { name: 'Demo wallet' }), visit).toBeVisible();
    await expect(page).toHaveURL(routes.wallet);
    await list.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Tidewell website' }).click();
    await expect(page).toHaveURL(routes.home);
  }
});

test('HOME-5 the home page requests nothing from other sites, as it claims', async ({ page, baseURL }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) outside.push(request.url());
  });
  await page.goto(routes.home);
  // The prices load when their section is near the viewport.
  await page
    .getByRole('heading', { name: messages('en').home.nutshell.prices.title })
    .scrollIntoViewIfNeeded();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect(outside).toEqual([]);
});

test.describe('HOME-3 the carousel', () => {
  const { moments } = messages('en').home;

  test('moves by arrow keys, pickers and buttons, and wraps around', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/home');
    const carousel = page.getByRole('region', { name: moments.label });
    const picker = (index: number) => carousel.getByRole('button', { name: `Show slide ${index} of 4` });
    await expect(picker(1)).toHaveAttribute('aria-current', 'true');
    // The track is focusable only once it handles keys.
    const track = carousel.getByRole('region', { name: moments.track });
    await expect(track).toHaveAttribute('tabindex', '0');
    await track.focus();
    await page.keyboard.press('ArrowRight');
    await expect(picker(2)).toHaveAttribute('aria-current', 'true');
    await picker(3).click();
    await expect(picker(3)).toHaveAttribute('aria-current', 'true');
    await carousel.getByRole('button', { name: moments.next }).click();
    await expect(picker(4)).toHaveAttribute('aria-current', 'true');
    await carousel.getByRole('button', { name: moments.next }).click();
    await expect(picker(1)).toHaveAttribute('aria-current', 'true');
    await carousel.getByRole('button', { name: moments.previous }).click();
    await expect(picker(4)).toHaveAttribute('aria-current', 'true');
  });

  test('stops its rotation for good on keyboard focus, and restarts it with its own button', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/home');
    const carousel = page.getByRole('region', { name: moments.label });
    const pause = carousel.getByRole('button', { name: moments.pause });
    const play = carousel.getByRole('button', { name: moments.play });
    await expect(pause).toBeVisible();
    await carousel.getByRole('button', { name: moments.next }).focus();
    await page.keyboard.press('Tab');
    await expect(play).toBeVisible();
    await play.focus();
    await page.keyboard.press('Enter');
    await expect(pause).toBeFocused();
    await expect(carousel.getByRole('button', { name: 'Show slide 2 of 4' })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  test('rotates by itself until it is stopped, and not at all with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/home');
    const carousel = page.getByRole('region', { name: moments.label });
    await expect(carousel.getByRole('button', { name: 'Show slide 2 of 4' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await carousel.getByRole('button', { name: moments.pause }).click();
    await expect(carousel.getByRole('button', { name: moments.play })).toBeVisible();

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(carousel.getByRole('button', { name: moments.play })).toBeVisible();
  });
});
