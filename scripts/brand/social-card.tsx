import { BrandMark } from '@/components/site/art/brand-mark';
import { brand } from '@/lib/content/website';
import { type Locale, routing } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, routes } from '@/lib/routes';
import { CardArt } from './card-art';
import { pageWording } from './page-wording';

/** The two pages for people with a phone in hand are night water; what is about the company is paper. */
const night: readonly string[] = [routes.home, routes.download];

/** Cards whose drawing stands beside the title, not below it. */
const beside: readonly string[] = [routes.download, ...BUSINESS_LINE_IDS.map(routes.businessLine)];

/** A page's picture for link previews: brand, the title in the page's language over the one in the other, and its drawing. */
export function SocialCard({ locale, path }: { locale: Locale; path: string }) {
  const { title } = pageWording(locale, path);
  const other = routing.locales.find((another) => another !== locale);
  const look = [night.includes(path) && 'night', beside.includes(path) && 'card-beside']
    .filter(Boolean)
    .join(' ');
  return (
    <main lang={locale} className={`card ${look}`}>
      <CardArt path={path} />
      <p className="card-brand">
        <BrandMark className="card-mark" />
        {brand}
      </p>
      <div className="card-text">
        <h1 className="card-title">{title}</h1>
        {other && (
          <p lang={other} className="card-other">
            {pageWording(other, path).title}
          </p>
        )}
      </div>
    </main>
  );
}
