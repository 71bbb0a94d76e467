import { pageLocale } from '@/lib/i18n/metadata';
import { routing } from '@/lib/i18n/routing';
import { webManifest } from '@/lib/seo/web-manifest';

export const dynamic = 'force-static';
export const dynamicParams = false;

/** Excludes English, because app/manifest.ts, a file that Next requires, already serves its manifest. */
export function generateStaticParams() {
  return routing.locales.filter((locale) => locale !== routing.defaultLocale).map((locale) => ({ locale }));
}

/** Serves the web app manifest for a language that has a path prefix. */
export async function GET(_: Request, { params }: { params: Promise<{ locale: string }> }) {
  return Response.json(await webManifest(await pageLocale(params)), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
}
