import type { MetadataRoute } from 'next';
import { siteUrl } from '@/lib/seo/page-url';

/** Pages that must not be indexed use a meta tag, so crawlers must be able to read them. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/', disallow: '/api/' }, sitemap: siteUrl('/sitemap.xml') };
}
