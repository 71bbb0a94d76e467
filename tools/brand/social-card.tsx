import { readFileSync } from 'node:fs';
import type { Messages } from 'next-intl';
import type { ReactNode } from 'react';
import { BrandMark, LineArt } from '@/components/site/art/line-art';
import { TideBanner } from '@/components/site/art/tide-art';
import { drawingOf } from '@/components/site/drawings/drawing';
import { getBusinessLine, getHelpText, getLegalText } from '@/lib/content/content';
import type { LegalName } from '@/lib/content/types';
import { brand } from '@/lib/content/website';
import { type Locale, routing } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, routes } from '@/lib/routes';
import { AppIcon } from './app-icon';

function messagesOf(locale: Locale): Messages {
  return JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
}

const sections = {
  [routes.home]: 'home',
  [routes.download]: 'download',
  [routes.about]: 'about',
  [routes.contact]: 'contact',
  [routes.test]: 'test',
} as const;
const legal: Record<string, LegalName> = { [routes.terms]: 'terms', [routes.privacy]: 'privacy' };

/**
 * Returns a page's title (without the brand name) and description in the given language.
 * @throws if the path is unknown.
 */
export function pageWording(locale: Locale, path: string): { title: string; description: string } {
  const id = BUSINESS_LINE_IDS.find((line) => routes.businessLine(line) === path);
  if (id) {
    const { label, info } = getBusinessLine(locale, id);
    return { title: label, description: info };
  }
  const name = legal[path];
  if (name) {
    const { title } = getLegalText(locale, name);
    return { title, description: messagesOf(locale).article[`${name}Description`] };
  }
  if (path === routes.help)
    return { title: getHelpText(locale).title, description: messagesOf(locale).article.helpDescription };
  const section = Object.entries(sections).find(([known]) => known === path)?.[1];
  if (!section) throw new Error(`${path} has no wording`);
  const { metaTitle, metaDescription } = messagesOf(locale)[section];
  return { title: metaTitle, description: metaDescription };
}

/** Size and class name of the background artwork on cards for pages that aren't business lines. */
const CARD = { width: 1200, height: 630, className: 'card-field' } as const;

const fields: Record<string, ReactNode> = {
  [routes.home]: (
    <TideBanner
      {...CARD}
      seed={7}
      lines={17}
      steps={36}
      left={[1.01, 1.08]}
      right={[-0.12, 0.6]}
      opens={0.36}
      swell={0.01}
      wells={[{ x: 0.8, width: 0.075, depth: 0.66 }]}
    />
  ),
  [routes.download]: (
    <>
      <TideBanner
        {...CARD}
        seed={29}
        lines={28}
        steps={44}
        left={[0.416, 0.424]}
        right={[-0.25, 1.25]}
        opens={0.4}
        swell={0.01}
        stones={[{ x: 0.76, y: 0.5, width: 0.12, height: 0.25 }]}
      />
      <AppIcon size={96} shape="rounded" className="card-app" />
    </>
  ),
  [routes.about]: (
    <TideBanner
      {...CARD}
      seed={44}
      lines={24}
      steps={40}
      left={[0.84, 1.04]}
      right={[0.22, 1.06]}
      swell={0.02}
      stones={[{ x: 0.7, y: 0.66, width: 0.15, height: 0.13 }]}
    />
  ),
  [routes.contact]: (
    <TideBanner
      {...CARD}
      seed={17}
      lines={18}
      steps={18}
      left={[0.98, 1.02]}
      right={[-0.1, 0.98]}
      opens={0.3}
      swell={0.03}
    />
  ),
  [routes.help]: (
    <TideBanner {...CARD} seed={83} lines={12} left={[0.8, 1.06]} right={[0.5, 1]} swell={0.03} />
  ),
  [routes.terms]: (
    <TideBanner {...CARD} seed={71} lines={12} left={[0.74, 1.06]} right={[0.62, 1.06]} swell={0.03} />
  ),
  [routes.privacy]: (
    <TideBanner {...CARD} seed={77} lines={12} left={[0.66, 1.06]} right={[0.8, 0.9]} swell={0.03} />
  ),
};

function CardArt({ path }: { path: string }) {
  const id = BUSINESS_LINE_IDS.find((line) => routes.businessLine(line) === path);
  if (!id) return fields[path];
  const { img } = getBusinessLine(routing.defaultLocale, id);
  const { drawing, ...frame } = drawingOf(img, 'card');
  return (
    <LineArt {...frame} label={img.alt} className="card-side night">
      {drawing}
    </LineArt>
  );
}

/** Pages for app users get the dark theme; company pages get the light one. */
const night: readonly string[] = [routes.home, routes.download];

/** Pages whose card has the artwork beside the title. */
const beside: readonly string[] = [routes.download, ...BUSINESS_LINE_IDS.map(routes.businessLine)];

/** A page's link preview image, with the brand, artwork, and the title in both languages. */
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
