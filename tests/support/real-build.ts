import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** The build for real chains, which no demo wallet is in. */
export const REAL_DIST_DIR = '.next-real';
/** An operator's canonical origin. */
export const OPERATOR = 'https://wallet.example.org';
/** Store links that are set, and every claim of the home page switched on. */
export const WEBSITE_WITH_APPS = 'tests/support/website-with-apps.json';

/** Serves the pages and scripts of the build as the operator's site, and an API that has but the website's settings. */
export async function serveRealBuild(page: Page, walletConnectProjectId: string | null) {
  await page.route(`${OPERATOR}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/config/website')
      return route.fulfill({ json: { code: 200, msg: '', data: { walletConnectProjectId } } });
    if (pathname.startsWith('/_next/static/'))
      return route.fulfill({ path: join(REAL_DIST_DIR, pathname.slice('/_next/'.length)) });
    if (!/^(\/zh-Hant)?\/(home|download|wallet)$/.test(pathname)) return route.fulfill({ status: 404 });
    const file = pathname.startsWith('/zh-Hant/') ? pathname : `/en${pathname}`;
    return route.fulfill({ path: join(REAL_DIST_DIR, `server/app${file}.html`) });
  });
}
