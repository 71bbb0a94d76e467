import { routing } from '@/lib/i18n/routing';
import { webManifest } from '@/lib/seo/web-manifest';

/** The English web app manifest; the other languages have theirs under their prefix. */
export default function manifest() {
  return webManifest(routing.defaultLocale);
}
