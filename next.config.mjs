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

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=()',
  },
];

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
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    // What is no page may do nothing in a browser; an SVG opened by itself is a document too.
    ...[
      '/:folder(api|coins|icons|images|\\.well-known)/:path*',
      '/:file([\\w-]+\\.(?:svg|ico|txt|xml|webmanifest))',
    ].map((source) => ({
      source,
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }],
    })),
    // Its address carries the secret.
    { source: '/api/preview', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
};

export default withNextIntl(config);
