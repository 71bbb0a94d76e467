import { routing } from '@/lib/i18n/routing';
import { webManifest } from '@/lib/seo/web-manifest';

/** The English web app manifest. Manifests for other languages are served under their path prefixes. */
export default function manifest() {
  return webManifest(routing.defaultLocale);
}
