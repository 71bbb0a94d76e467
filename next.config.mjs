import { createRequire } from 'node:module';
import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  experimental: {
    messages: { path: './messages', locales: ['en', 'zh-Hant'], format: 'json', precompile: true },
  },
});

/** English pages: unprefixed in the address, `/en/…` inside. Held against lib/routes.ts by a test. */
export const englishPages = [
  '/:page(home|download|contact|about|test|cont|wallet)',
  '/cont/:id(1|2|3|4)',
  '/article/:page(terms|privacy)',
  '/wallet/:page(transaction)',
];

/** Only the launcher sets this, and only when it has started local chains itself. */
const hasDemoWallet = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

const headersOf = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));
const securityHeaders = headersOf(createRequire(import.meta.url)('./lib/security-headers.json'));
/** What is no page may do nothing in a browser; an SVG opened by itself is a document too. */
const noPage = { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" };

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // Next rewrites loopback hosts in middleware to `localhost`, which makes a rewrite on 127.0.0.1 look like another host.
  skipProxyUrlNormalize: true,
  turbopack: {
    resolveAlias: hasDemoWallet
      ? {}
      : { '@/components/wallet/demo-wallet/load-demo-wallet': './components/wallet/no-demo-wallet.ts' },
  },
  serverExternalPackages: ['pg', 'pino', 'ws'],
  redirects: async () => [
    { source: '/en', destination: '/home', permanent: false },
    { source: '/en/:path*', destination: '/:path*', permanent: false },
  ],
  rewrites: async () => ({
    beforeFiles: englishPages.map((source) => ({
      source,
      destination: `/en${source.replace(/\([^)]*\)/g, '')}`,
    })),
    afterFiles: [],
    fallback: [],
  }),
  // Pages have theirs in their own files (scripts/local/page-headers.ts) and from the middleware: Next compiles a matching
  // rule of this list anew for each request.
  headers: async () => [
    { source: '/_next/:path*', headers: securityHeaders },
    ...[
      '/:folder(api|coins|en|icons|images|\\.well-known)/:path*',
      '/(zh-Hant/)?:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest))',
    ].map((source) => ({ source, headers: [...securityHeaders, noPage] })),
    // Its address carries the secret.
    { source: '/api/preview', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
};

export default withNextIntl(config);
