import type { MetadataRoute } from 'next';
import { siteUrl } from '@/lib/seo/page-url';

/** Pages that stay out of search engines say so themselves: a crawler must be able to read them for that. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/', disallow: '/api/' }, sitemap: siteUrl('/sitemap.xml') };
}
