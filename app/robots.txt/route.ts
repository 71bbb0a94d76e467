import { siteUrl } from '@/lib/seo/page-url';

export const dynamic = 'force-static';

/**
 * Serves the rules for crawlers (RFC 9309). Pages that must not be indexed use a meta tag, so crawlers must be able to
 * read them. A route instead of Next's robots file, because that one is sent without its character encoding.
 */
export function GET() {
  const lines = [
    'User-Agent: *',
    'Allow: /',
    'Disallow: /api/',
    '',
    `Sitemap: ${siteUrl('/sitemap.xml')}`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
}
