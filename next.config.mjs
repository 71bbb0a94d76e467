import createNextIntlPlugin from 'next-intl/plugin';
import { defaultLocale, languages, prefixedLocales } from './lib/i18n/locales.mjs';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  experimental: {
    messages: {
      path: './messages',
      locales: languages.map(({ locale }) => locale),
      format: 'json',
      precompile: true,
    },
  },
});

/**
 * Pages in the default language, which have no prefix in the URL but are under `/en/` internally. There is only one
 * rule, because Next compiles every rule again for each request. A test compares it with lib/routes.ts.
 */
export const defaultPages =
  '/:page(home|download|contact|about|help|test|cont(?:/[1-4])?|article/(?:terms|privacy)|wallet(?:/(?:transaction|coins|swap|earn|stake|presale|pledge|portfolio|activity|unlocks|pay|nfts|approvals|recovery|fees|dapps|messages|card|settings))?)';

/** Only the launcher sets this, and only if it started the local chains itself. */
const hasDemoWallet = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

/** Files other than pages may do nothing in a browser, because an SVG opened directly could run scripts. */
const noPage = {
  key: 'Content-Security-Policy',
  value: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // No page uses the image optimizer. Unless it's off, anyone can have it decode pictures and fill the disk.
  images: { unoptimized: true },
  // `npm run check` already checks types, so builds don't repeat it.
  typescript: { ignoreBuildErrors: true },
  // Next rewrites loopback hosts to `localhost` in middleware, so rewrites on 127.0.0.1 would seem to change the host.
  skipProxyUrlNormalize: true,
  experimental: {
    // Writing the cache takes a sixth of the build time, and builds with an old cache were slower than without one.
    turbopackFileSystemCacheForBuild: false,
    // server/serve uses few of Next's modules: it answers pages from memory and has its own copy of the API.
    preloadEntriesOnStart: false,
  },
  turbopack: {
    resolveAlias: {
      '@reown/appkit/core': './components/wallet/connect/no-appkit.ts',
      ...(process.env.WEBSITE_FILE ? { '@/config/website.json': `./${process.env.WEBSITE_FILE}` } : {}),
      ...(process.env.DAPPS_FILE ? { '@/config/dapps.json': `./${process.env.DAPPS_FILE}` } : {}),
      ...(hasDemoWallet
        ? {}
        : Object.fromEntries(
            ['connect/announce-demo-wallet', 'shell/load-demo-wallet'].map((name) => [
              `@/components/wallet/${name}`,
              './components/wallet/shell/no-demo-wallet.ts',
            ]),
          )),
    },
    rules: { '*.wording': { loaders: ['./lib/i18n/wording-loader.mjs'], as: '*.js' } },
  },
  serverExternalPackages: ['pg', 'pino', 'prom-client', 'rate-limiter-flexible', 'sharp', 'ws'],
  redirects: async () => [
    { source: `/${defaultLocale}`, destination: '/home', permanent: false },
    { source: `/${defaultLocale}/:path*`, destination: '/:path*', permanent: false },
  ],
  rewrites: async () => ({
    beforeFiles: [],
    // In `afterFiles`, so that API calls match before Next checks this rule.
    afterFiles: [{ source: defaultPages, destination: `/${defaultLocale}/:page` }],
    fallback: [],
  }),
  // Common headers are set in lib/server/http/connections.ts. Page headers are set in lib/http/response-headers.ts and
  // the middleware, because Next compiles each matching rule of this list again for every request.
  headers: async () => [
    ...[
      `/:folder(avatars|coins|${defaultLocale}|icons|images|\\.well-known)/:path*`,
      '/:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest)|dapp-provider\\.js)',
      `/:locale(${prefixedLocales()})/:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest))`,
    ].map((source) => ({ source, headers: [noPage] })),
    // The URL of this route contains the secret.
    { source: '/api/preview', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
};

export default withNextIntl(config);
