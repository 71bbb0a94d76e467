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
 * Pages of the default language: unprefixed in the URL, `/en/…` internally. One rule for all, because Next compiles
 * every rule again for each request. A test compares it with lib/routes.ts.
 */
export const defaultPages =
  '/:page(home|download|contact|about|test|cont(?:/[1-4])?|article/(?:terms|privacy)|wallet(?:/(?:transaction|coins|swap|stake|presale|pledge|portfolio|activity|unlocks|pay|nfts|approvals))?)';

/** Set only by the launcher, and only if it started local chains itself. */
const hasDemoWallet = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

/** Files that are not pages may do nothing in a browser; an SVG opened directly is a document too. */
const noPage = { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" };

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` does this; each build would repeat it.
  typescript: { ignoreBuildErrors: true },
  // Next rewrites loopback hosts in middleware to `localhost`, so a rewrite on 127.0.0.1 would seem to target another
  // host.
  skipProxyUrlNormalize: true,
  // Writing the cache takes a sixth of a build, and a build with an old cache was slower than without.
  experimental: { turbopackFileSystemCacheForBuild: false },
  turbopack: {
    resolveAlias: {
      '@reown/appkit/core': './components/wallet/connect/no-appkit.ts',
      ...(process.env.WEBSITE_FILE ? { '@/config/website.json': `./${process.env.WEBSITE_FILE}` } : {}),
      ...(hasDemoWallet
        ? {}
        : Object.fromEntries(
            ['announce-demo-wallet', 'load-demo-wallet'].map((name) => [
              `@/components/wallet/demo-wallet/${name}`,
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
    // After files, so that API calls, which match before, are not compared with it.
    afterFiles: [{ source: defaultPages, destination: `/${defaultLocale}/:page` }],
    fallback: [],
  }),
  // Headers of every response are set in lib/server/http/connections.ts. Pages get theirs from
  // lib/http/response-headers.ts and from the middleware, because Next compiles a matching rule of this list again for
  // each request.
  headers: async () => [
    ...[
      `/:folder(avatars|coins|${defaultLocale}|icons|images|\\.well-known)/:path*`,
      '/:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest))',
      `/:locale(${prefixedLocales})/:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest))`,
    ].map((source) => ({ source, headers: [noPage] })),
    // Its URL contains the secret.
    { source: '/api/preview', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
};

export default withNextIntl(config);
