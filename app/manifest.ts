import { routing } from '@/lib/i18n/routing';
import { webManifest } from '@/lib/seo/web-manifest';

/** The English web app manifest. Other languages have theirs under their path prefix. */
export default function manifest() {
  return webManifest(routing.defaultLocale);
}
