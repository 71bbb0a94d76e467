import { useLocale, useTranslations } from 'next-intl';
import { routes } from '@/lib/routes';
import { breadcrumbJsonLd } from '@/lib/seo/json-ld';
import { JsonLd } from './json-ld';

/** Tells search engines that a page stands below home. `path` comes from lib/routes.ts. */
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
