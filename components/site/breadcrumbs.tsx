import { useLocale, useTranslations } from 'next-intl';
import type { Graph, Thing, WithContext } from 'schema-dts';
import { routes } from '@/lib/routes';
import { breadcrumbJsonLd } from '@/lib/seo/json-ld';

/**
 * Structured data for search engines. The Content-Security-Policy allows it, because browsers don't execute data
 * blocks.
 */
export function JsonLd({ data }: { data: Graph | WithContext<Thing> }) {
  // Escape "</script>" and "<!--", which would end the element.
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>;
}

/** Breadcrumb data for search engines. `path` comes from lib/routes.ts. */
export function Breadcrumbs({ name, path }: { name: string; path: string }) {
  const home = useTranslations('shell')('home');
  return (
    <JsonLd
      data={breadcrumbJsonLd(useLocale(), [
        { name: home, path: routes.home },
        { name, path },
      ])}
    />
  );
}
