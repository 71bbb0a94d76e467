import { createHash } from 'node:crypto';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { routing } from '@/lib/i18n/routing';
import { indexablePaths } from '@/lib/routes';
import { socialImagePath } from '@/lib/seo/social-image';
import { AppIcon, type IconShape } from './app-icon';
import { SocialCard } from './social-card';

interface BrandPicture {
  /** From the root of the repository. */
  file: string;
  /** What is drawn, as HTML. */
  markup: string;
  /** Pixels of the file to one of the markup's. */
  density: number;
}

const picture = (file: string, drawing: ReactNode, density = 1): BrandPicture => ({
  file,
  markup: renderToStaticMarkup(drawing),
  density,
});

/** Link-preview cards: laid out at half their size. */
const cards = () =>
  routing.locales.flatMap((locale) =>
    indexablePaths.map((path) =>
      picture(`public${socialImagePath(locale, path)}`, createElement(SocialCard, { locale, path }), 2),
    ),
  );

const icon = (file: string, size: number, shape: IconShape) =>
  picture(file, createElement(AppIcon, { size, shape }));

/** Every PNG that `npm run draw:brand` makes. */
export const pngPictures = (): BrandPicture[] => [
  ...cards(),
  icon('public/icons/icon-192.png', 192, 'rounded'),
  icon('public/icons/icon-512.png', 512, 'rounded'),
  icon('public/icons/maskable-512.png', 512, 'maskable'),
  icon('public/icons/apple-touch-icon.png', 180, 'full'),
];

/** The same icon in the sizes that one favicon.ico holds. */
export const faviconPictures = () => [16, 32, 48].map((size) => icon(`${size}`, size, 'rounded'));

/** The icon for browsers that take SVG. */
export const svgIcon = (): BrandPicture => icon('app/icon.svg', 96, 'rounded');

/** A fingerprint of what each picture was drawn from, by which a test knows one that is out of date. */
export const fingerprints = (pictures: readonly BrandPicture[]): Record<string, string> =>
  Object.fromEntries(
    pictures.map(({ file, markup }) => [
      file,
      createHash('sha256').update(markup).digest('hex').slice(0, 16),
    ]),
  );
