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
 * Pages of the default language: unprefixed in the address, `/en/…` inside. One rule for all, since Next compiles each anew for every
 * request of a page. Held against lib/routes.ts by a test.
 */
export const defaultPages =
  '/:page(home|download|contact|about|test|cont(?:/[1-4])?|article/(?:terms|privacy)|wallet(?:/(?:transaction|coins|swap|stake|presale|pledge|portfolio|activity|unlocks|pay|nfts|approvals))?)';

/** Only the launcher sets this, and only when it has started local chains itself. */
const hasDemoWallet = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

/** What is no page may do nothing in a browser; an SVG opened by itself is a document too. */
const noPage = { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" };

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` does it, which would be done again by each build.
  typescript: { ignoreBuildErrors: true },
  // Next rewrites loopback hosts in middleware to `localhost`, which makes a rewrite on 127.0.0.1 look like another host.
  skipProxyUrlNormalize: true,
  // Writing it takes a sixth of a build, and a build beside an old one was slower with it than without.
  experimental: { turbopackFileSystemCacheForBuild: false },
  turbopack: {
    resolveAlias: {
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
    // After files: calls of the API, which are found before, are not held against it.
    afterFiles: [{ source: defaultPages, destination: `/${defaultLocale}/:page` }],
    fallback: [],
  }),
  // What every answer has is set in lib/server/http/connections.ts. Pages have their policies in their own files
  // (scripts/launcher/build/page-headers.ts) and from the middleware: Next compiles a matching rule of this list anew for each request.
  headers: async () => [
    ...[
      `/:folder(avatars|coins|${defaultLocale}|icons|images|\\.well-known)/:path*`,
      '/:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest))',
      `/:locale(${prefixedLocales})/:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest))`,
    ].map((source) => ({ source, headers: [noPage] })),
    // Its address carries the secret.
    { source: '/api/preview', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
};

export default withNextIntl(config);
