/// <reference lib="webworker" />
import { CacheFirst, NetworkFirst, Serwist, type SerwistPlugin } from 'serwist';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { isWalletPath, routes, walletPages } from '@/lib/routes';
import { offlinePage } from './offline-page';
import { listenForPush } from './push';
import { localeOf } from './wording';

declare const self: ServiceWorkerGlobalScope;
/** Identifies the build, which writes it into this file. */
declare const BUILD_ID: string;

const PREFIX = 'tidewell-';
const [PAGES, FILES] = [`${PREFIX}pages-${BUILD_ID}`, `${PREFIX}files-${BUILD_ID}`];
/** Files whose name changes with their content. */
const HASHED_PATH = /^\/(?:_next\/static|images\/art)\//;
const HASHED_IN_PAGE = /\/_next\/static\/[\w./~-]+/g;
const PICTURE_PATH = /^\/(?:coins|icons|images)\/|^\/(?:favicon\.ico|icon\.svg)$/;

const hashedFiles = new CacheFirst({ cacheName: FILES, matchOptions: { ignoreVary: true } });
const pictures = new NetworkFirst({ cacheName: FILES, matchOptions: { ignoreVary: true } });

/** Stores a file unless it is stored. Returns whether it is now. */
async function storeFile(event: ExtendableEvent, path: string): Promise<boolean> {
  const [response, done] = hashedFiles.handleAll({ event, request: new Request(path) });
  return Promise.all([response, done]).then(
    ([{ ok }]) => ok,
    () => false,
  );
}

/** Stores only public pages, each after the files that it references, so a stored page never needs files of another build. */
const wholePages: SerwistPlugin = {
  // A query string doesn't change the page, and it can hold an address or an amount.
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname,
  cacheWillUpdate: async ({ event, response }) => {
    const isPublic = !response.headers.get('Cache-Control')?.includes('no-store');
    if (response.status !== 200 || response.redirected || !isPublic) return null;
    const html = await response.clone().text();
    const files = new Set(html.match(HASHED_IN_PAGE));
    const isWhole = (await Promise.all([...files].map((path) => storeFile(event, path)))).every(Boolean);
    return isWhole ? response : null;
  },
};
const pages = new NetworkFirst({
  cacheName: PAGES,
  matchOptions: { ignoreVary: true },
  plugins: [wholePages],
});

const worker = new Serwist({
  skipWaiting: true,
  clientsClaim: true,
  navigationPreload: true,
  // Nothing else is stored, least of all answers of the API.
  runtimeCaching: [
    {
      matcher: ({ request, sameOrigin, url: { pathname } }) =>
        sameOrigin && request.mode === 'navigate' && !pathname.startsWith('/api/'),
      handler: pages,
    },
    {
      matcher: ({ sameOrigin, url: { pathname } }) => sameOrigin && HASHED_PATH.test(pathname),
      handler: hashedFiles,
    },
    {
      matcher: ({ sameOrigin, url: { pathname } }) => sameOrigin && PICTURE_PATH.test(pathname),
      handler: pictures,
    },
  ],
});
worker.setCatchHandler(async ({ request, url }) =>
  request.mode === 'navigate' ? offlinePage(url.pathname) : Response.error(),
);
worker.addEventListeners();

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PAGES && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));

const isText = (value: unknown): value is string => typeof value === 'string';

/** Stores an open page, on a wallet page those beside it, and the files that the page has loaded, unless they are stored. */
async function storeOpenPage(event: ExtendableMessageEvent): Promise<void> {
  const { path: pathname, files: names }: { path?: unknown; files?: unknown } = Object(event.data);
  if (!isText(pathname) || !Array.isArray(names)) return;
  const prefix = prefixOf(
    routing.locales.find((locale) => locale === localeOf(pathname)) ?? routing.defaultLocale,
  );
  const paths = isWalletPath(pathname.slice(prefix.length))
    ? [routes.wallet, ...walletPages.map((page) => routes[page])].map((path) => prefix + path)
    : [pathname];
  const files = names
    .filter(isText)
    .map((name) => new URL(name))
    .filter(({ origin, pathname: file }) => origin === self.location.origin && HASHED_PATH.test(file));
  const known = await caches.open(PAGES);
  const storePage = async (path: string) =>
    (await known.match(path)) ?? pages.handle({ event, request: new Request(path) });
  // What fails is stored when it's next requested.
  await Promise.allSettled([...paths.map(storePage), ...files.map(({ href }) => storeFile(event, href))]);
}
self.addEventListener('message', (event) => {
  if (event.source instanceof WindowClient) event.waitUntil(storeOpenPage(event));
});

listenForPush();
